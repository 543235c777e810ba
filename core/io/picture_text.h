#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace lookback {

// A picture that carries the file of a document or an experiment, so that it opens again. PNG: as a
// chunk `iTXt` with the keyword `lookback`, compressed. SVG: as the element `metadata` with the id
// `lookback`, compressed, in base64. GIF: as a comment that begins with `lookback:`, likewise.

/// True for a text that begins like a PNG file.
[[nodiscard]] bool isPng(std::string_view bytes);

/// True for a text that begins like a PNG, GIF or SVG file.
[[nodiscard]] bool isPicture(std::string_view bytes);

/// The picture with a text. @param png as it was encoded, without another
[[nodiscard]] std::string withText(const std::string& png, const std::string& text);

/// The element of an SVG file that carries a text.
[[nodiscard]] std::string svgMetadata(std::string_view text);

/// The comment of a GIF file that carries a text.
[[nodiscard]] std::string gifComment(std::string_view text);

/// The text that a picture carries. @param picture `isPicture` @param limit most bytes of the text
/// Errors: it carries none; it is damaged; the text is larger.
[[nodiscard]] Result<std::string> textOfPicture(std::string_view picture,
                                                std::size_t limit = kMaxFileBytes);

/// Links longer than this are cut by some programs that pass them on.
inline constexpr std::size_t kLongestLinkData = 8000;  ///< characters

/// The text as a part of a link: deflated without a head, in the base64 of RFC 4648 for addresses,
/// without `=`.
[[nodiscard]] std::string linkData(std::string_view text);

/// The text that `linkData` wrote. @param limit most bytes of the text
/// Errors: the link is damaged; the text is larger.
[[nodiscard]] Result<std::string> textOfLinkData(std::string_view data,
                                                 std::size_t limit = kMaxFileBytes);

}  // namespace lookback

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/limits.h"
#include "core/base/result.h"

namespace lookback {

// A PNG file that carries the file of a document or an experiment, so that it opens again: as a
// chunk `iTXt` with the keyword `lookback`, compressed.

/// True for a text that begins like a PNG file.
[[nodiscard]] bool isPng(std::string_view bytes);

/// The picture with a text. @param png as it was encoded, without another
[[nodiscard]] std::string withText(const std::string& png, const std::string& text);

/// The text that a picture carries. @param png `isPng` @param limit most bytes of the text
/// Errors: it carries none; it is damaged; the text is larger.
[[nodiscard]] Result<std::string> textOfPicture(std::string_view png,
                                                std::size_t limit = kMaxFileBytes);

}  // namespace lookback

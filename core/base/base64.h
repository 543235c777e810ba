#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lookback {

/// Bytes as text of the 64 characters of RFC 4648, filled up with `=`, without line breaks.
[[nodiscard]] std::string base64(std::string_view bytes);

/// The bytes of a text that `base64` wrote; white space between its characters is skipped. Nothing
/// for any other text.
[[nodiscard]] std::optional<std::string> bytesOfBase64(std::string_view text);

}  // namespace lookback

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lookback {

/// Stands for bytes that are not a character.
inline constexpr char32_t kReplacementCode = 0xFFFD;
inline constexpr std::string_view kReplacementCharacter = "\uFFFD";

/// The first character of a text.
struct Utf8Character {
    char32_t code = kReplacementCode;
    std::size_t bytes = 1;
    bool is_valid = false;
};

/// Reads the first character. Where the bytes are no UTF-8, it is U+FFFD for the longest beginning
/// of a character that stands there, at least one byte: "maximal subparts", chapter 3 of the
/// Unicode Standard. @param text not empty
[[nodiscard]] Utf8Character firstCharacter(std::string_view text);

/// The beginning of a text: at most `most` characters, whole, no letter without its accents.
[[nodiscard]] std::string_view firstCharacters(std::string_view text, std::size_t most);

/// Adds a character to a text. @param code one of Unicode's
void appendUtf8(std::string& text, char32_t code);

/// The text with U+FFFD for bytes that are not a character.
[[nodiscard]] std::string asUtf8(std::string_view text);

}  // namespace lookback

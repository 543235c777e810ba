#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace lookback {

/// Returns a line of text in visual order: the characters of Hebrew, Arabic and other scripts that
/// run from right to left are reversed, and Arabic letters take the shapes in which they join, so
/// that the line can be drawn from left to right. The line as a whole runs from left to right; a
/// word between isolating marks (from U+2068 to U+2069) has its own direction, and the marks are
/// removed.
[[nodiscard]] std::string visualOrder(std::string_view text);

/// Returns a text that holds every shape (isolated, initial, medial, final) of each letter of
/// `text`. An atlas needs all of them, since a text may be cut off between any two letters.
[[nodiscard]] std::string everyShape(std::string_view text);

/// Ranges of the characters that every atlas holds: the letters of the west of Europe, punctuation,
/// super- and subscripts, arrows, mathematics, the signs of the interface itself, and U+FFFD, which
/// stands for a character without a glyph. The atlas gets each of them in all sizes of words before
/// the first frame; rarer characters are added only when a document has them.
inline constexpr std::array<ImWchar, 25> kUsualRanges{
    0x0020, 0x00FF, 0x2010, 0x203A, 0x2070, 0x209F, 0x2190, 0x2199, 0x21B6,
    0x21B7, 0x21E5, 0x21E5, 0x2202, 0x221E, 0x223F, 0x2265, 0x25B2, 0x25C6,
    0x2699, 0x2699, 0x2713, 0x2717, 0xFFFD, 0xFFFD, 0};

/// True if a text has characters that may be composed with the one before: accents, Hangul letters
/// and marks of kana. Not every such text changes.
[[nodiscard]] bool mayCompose(std::string_view text);

/// Returns the text in Unicode's normal form NFC: e and U+0301 become é. A text that is not UTF-8
/// is returned unchanged.
[[nodiscard]] std::string composed(std::string_view text);

/// Returns the characters of `texts` that are not in `kUsualRanges`, each once, in the order of
/// their first occurrence: those of the text as typed, which fields show, those of its composed
/// form and those of its visual order.
[[nodiscard]] std::vector<char32_t> unusualCharacters(std::span<const std::string> texts);

/// Returns `characters` followed by the other shapes of their letters (see `everyShape`).
[[nodiscard]] std::vector<char32_t> withShapes(std::vector<char32_t> characters);

}  // namespace lookback

#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace lookback {

/// One line of text as it is drawn from left to right: Hebrew, Arabic and their neighbours in the
/// order in which they stand side by side, Arabic letters in the shapes in which they join. The
/// line as a whole runs from left to right; isolated words (U+2068) run as they want to, and the
/// marks that isolate them are gone.
[[nodiscard]] std::string visualOrder(std::string_view text);

/// Returns a text with every shape (isolated, initial, medial, final) of the letters of `text`: the
/// characters that an atlas needs wherever the text is cut off.
[[nodiscard]] std::string everyShape(std::string_view text);

/// Ranges of the characters of every atlas: the letters of most of Europe, punctuation, super- and
/// subscripts, arrows, mathematics, the signs of the interface itself, and the one for what cannot
/// be drawn. Each character is rasterised in some thirteen sizes before the first frame, so rarer
/// ones are added when a document has them.
inline constexpr std::array<ImWchar, 23> kUsualRanges{
    0x0020, 0x017F, 0x0370, 0x03FF, 0x0400, 0x045F, 0x2010, 0x209F, 0x2190, 0x2199, 0x21B6, 0x21B7,
    0x2200, 0x2265, 0x25B2, 0x25C6, 0x2699, 0x2699, 0x2713, 0x2717, 0xFFFD, 0xFFFD, 0};

/// Returns the characters of these texts that are not in `kUsualRanges`, each once, in the order of
/// their first occurrence: both in the order of typing, as fields show them, and in visual order.
[[nodiscard]] std::vector<char32_t> unusualCharacters(std::span<const std::string> texts);

/// Returns `characters` and behind them the other shapes of their letters (see `everyShape`).
[[nodiscard]] std::vector<char32_t> withShapes(std::vector<char32_t> characters);

}  // namespace lookback

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

/// A text in which every letter of `text` stands in all the shapes that it may take, wherever a
/// line is cut off: what fonts have to learn.
[[nodiscard]] std::string everyShape(std::string_view text);

/// What stands in every atlas: the letters of most of Europe, punctuation, super- and subscripts,
/// arrows, mathematics, the signs of the interface itself, and the one for what cannot be drawn.
/// Each character costs the start of the program its share, thirteen times over, so rarer ones are
/// learned when a document has them.
inline constexpr std::array<ImWchar, 23> kUsualRanges{
    0x0020, 0x017F, 0x0370, 0x03FF, 0x0400, 0x045F, 0x2010, 0x209F, 0x2190, 0x2199, 0x21B6, 0x21B7,
    0x2200, 0x2265, 0x25B2, 0x25C6, 0x2699, 0x2699, 0x2713, 0x2717, 0xFFFD, 0xFFFD, 0};

/// The characters of these texts beyond the usual ones, each once, in the order in which they come:
/// as fields show them while they are typed, and as they are drawn.
[[nodiscard]] std::vector<char32_t> unusualCharacters(std::span<const std::string> texts);

/// The same, and behind them all other shapes of their letters that are needed wherever a line is
/// cut off.
[[nodiscard]] std::vector<char32_t> withShapes(std::vector<char32_t> characters);

}  // namespace lookback

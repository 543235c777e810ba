#pragma once

#include <optional>
#include <string_view>

#include "app/look/painter.h"
#include "core/explain/explain.h"

namespace lookback {

/// The colour of a piece of a formula.
[[nodiscard]] Color inkColor(const Theme& theme, Ink ink);

/// Fonts in which a line is set: numbers in the arithmetic, words in sentences.
struct LineFonts {
    ImFont* plain;
    ImFont* bold;
    ImFont* raised;
};
[[nodiscard]] LineFonts sentenceFonts(const Look& look);

/// From one line to the next.
[[nodiscard]] float lineHeight(const LineFonts& fonts);

/// Where a set line ended.
struct SetLine {
    float width = 0;
    float height = 0;
    bool fold_clicked = false;
};

/// Sets a line at `at`, broken between pieces and words where it would pass `width`; later lines
/// begin at `hanging` further right. @param draw false: only measures.
SetLine setLine(Painter& painter, const LineFonts& fonts, ImVec2 at, float width,
                const TextLine& line, float hanging = 0, bool draw = true);

/// A formula in which `_x` is a subscript and `^x` a superscript, as the stage table writes it.
[[nodiscard]] TextLine parseSymbols(std::string_view text, Ink ink = Ink::plain);

}  // namespace lookback

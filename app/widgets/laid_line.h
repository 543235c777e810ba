#pragma once

#include <string_view>
#include <vector>

#include "app/widgets/formula.h"

namespace lookback {

/// A line that has been broken and measured: where its words stand. The line must outlive it.
struct LaidLine {
    /// A word, or some that are drawn at one go.
    struct Run {
        const Piece* piece;
        std::string_view text;
        ImFont* font;
        ImVec2 at;  ///< the left end, at the top of its row, from the line's upper left corner
        float width;
        float margin;  ///< on both sides: a result stands in a box
    };
    std::vector<Run> runs{};
    float width = 0;
    float height = 0;
};

/// Breaks a line between pieces and words where it would pass `width`; later rows begin at
/// `hanging` further right.
[[nodiscard]] LaidLine layLine(const Painter& painter, const LineFonts& fonts, float width,
                               const TextLine& line, float hanging = 0);

/// Draws it in the fonts that it was laid in. @return whether folded terms are clicked
bool drawLine(Painter& painter, const LineFonts& fonts, ImVec2 at, const LaidLine& line);

}  // namespace lookback

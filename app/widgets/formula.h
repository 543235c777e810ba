#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "core/explain/text_line.h"

namespace lookback {

/// The colour of a piece of a formula.
[[nodiscard]] Color inkColor(const Theme& theme, Ink ink);

/// Fonts in which a line is set: numbers in the arithmetic, words in sentences.
struct LineFonts {
    ImFont* plain;
    ImFont* bold;
    ImFont* raised;
};
/// The fonts of sentences, in the usual and in small type.
[[nodiscard]] LineFonts sentenceFonts(const Look& look);
[[nodiscard]] LineFonts smallSentenceFonts(const Look& look);

/// Pixels from the top of one line to the top of the next.
[[nodiscard]] float lineHeight(const LineFonts& fonts);

/// A line broken into rows and measured. It points into its TextLine, which must outlive it.
struct LaidLine {
    /// Words of one piece that are drawn by one call.
    struct Run {
        const Piece* piece;
        std::string_view text;
        ImFont* font;
        ImVec2 at;  ///< upper left corner, from that of the line
        float width;
        float margin;  ///< pixels on both sides: a result has a box around it
    };
    std::vector<Run> runs{};
    float width = 0;
    float height = 0;
    bool is_cut = false;  ///< it is broken within a word, for which no row has room
};

/// Breaks a line between pieces and words where it would pass `width`, and within a word that is
/// wider than a row; later rows begin at `hanging` further right. Takes time in proportion to the
/// length of the line.
[[nodiscard]] LaidLine layLine(const Painter& painter, const LineFonts& fonts, float width,
                               const TextLine& line, float hanging = 0);
LaidLine layLine(const Painter& painter, const LineFonts& fonts, float width, TextLine&& line,
                 float hanging = 0) = delete;

/// Draws a laid line. @param fonts that the line was laid with @param fold_tip tooltip of its
/// folded terms @return true if its folded terms are clicked
bool drawLine(Painter& painter, const LineFonts& fonts, ImVec2 at, const LaidLine& line,
              std::string_view fold_tip = {});

/// The size of a line, and whether its folded terms were clicked.
struct SetLine {
    float width = 0;
    float height = 0;
    bool is_cut = false;  ///< as in LaidLine
    bool fold_clicked = false;
};

/// Sets a line at `at`, broken between pieces and words where it would pass `width`; later lines
/// begin at `hanging` further right. @param draw false: only measures. @param fold_tip as for
/// `drawLine`
SetLine setLine(Painter& painter, const LineFonts& fonts, ImVec2 at, float width,
                const TextLine& line, float hanging = 0, bool draw = true,
                std::string_view fold_tip = {});

/// Returns the size of a line that `setLine` would draw.
[[nodiscard]] SetLine measuredLine(const Painter& painter, const LineFonts& fonts, float width,
                                   const TextLine& line, float hanging = 0);

/// Returns the least width with which a line has no more rows than with `width`: its rows are of
/// like length.
[[nodiscard]] float balancedWidth(const Painter& painter, const LineFonts& fonts, float width,
                                  const TextLine& line, float hanging = 0);

}  // namespace lookback

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/explain.h"

namespace lookback {

/// The making and the meaning of the number in focus, in type that is legible from the last row of
/// a room.
class PresentedWords {
public:
    PresentedWords(const Scene& scene, Painter& painter);

    /// Chooses the largest type in which the arithmetic of the cell in focus and of all stops of
    /// the step fits into this room. @param in_column the room is narrow: each line has one term or
    /// one equals sign
    void fit(float width, float height, bool in_column);

    /// Draws the box of the arithmetic, as high as the tallest stop needs it. @return its height
    float drawArithmetic(ImVec2 at);

    /// Draws the meaning and below it the words about the step; in smaller type and without the
    /// last sentences where the room is short. Words of a lesson take all of it.
    /// @param told_height kept at the end of the room for the words about the step
    void drawMeaning(const Rect& room, float told_height);

    /// Returns the height of the arithmetic of any cell of the step, below a figure.
    [[nodiscard]] static float usualHeight(const Scene& scene);

private:
    struct Style {
        LineFonts fonts;
        std::size_t most_terms;
        std::size_t most_lines = 3;  ///< 2: the formula and the last one; 1: the last one alone
    };

    [[nodiscard]] std::vector<Style> styles() const;
    [[nodiscard]] std::vector<Target> cellsOfStops() const;
    void explain(const Style& style, const std::optional<Target>& target);
    [[nodiscard]] float heightOf(const LineFonts& fonts, const TextLine& text, float width) const;
    /// The first of several texts that fits, in the larger type where possible.
    struct Fitted {
        TextLine text{};
        LineFonts fonts{};
        float height = 0;
    };
    [[nodiscard]] Fitted fitted(const std::vector<TextLine>& texts, ImVec2 room) const;
    void set(const Fitted& words, ImVec2 at, float width);
    void drawLesson(const Rect& room, const std::vector<TextLine>& sentences);
    /// Draws words that are higher than their room in a part of the window that scrolls.
    void drawScrolled(const Rect& room, const Fitted& words);
    /// Draws, in a box, the words about a mask that was taken off. @return its height and the gap
    /// below it
    float drawLifted(const Rect& room, const TextLine& words);
    /// Draws the words of the narrator at the end of the room, and before them the meaning of the
    /// cell.
    void drawNarrated(const Rect& room, float told_height, const std::vector<TextLine>& sentences);
    /// Returns the effect of the latest act on the row of a weight; empty for other numbers.
    [[nodiscard]] TextLine change() const;
    /// Sets all lines, or measures them. @return their height
    float setLines(ImVec2 at, bool draw);
    [[nodiscard]] float boxPad() const { return scene_.look.px(9); }
    [[nodiscard]] float sidePad() const { return scene_.look.px(13); }

    const Scene& scene_;
    Painter& painter_;
    LineFonts fonts_;
    float width_ = 0;
    bool in_column_ = false;
    float lines_height_ = 0;  ///< of the tallest stop
    Explanation explanation_;
    std::vector<TextLine> lines_;  ///< the subject, then what it equals
};

}  // namespace lookback

#pragma once

#include <cstddef>
#include <vector>

#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/explain.h"

namespace lookback {

/// How the number that is spoken of was made, and what it means, in type for the back row.
class PresentedWords {
public:
    PresentedWords(const Scene& scene, Painter& painter);

    /// Chooses the largest type in which the arithmetic keeps to this room.
    /// @param in_column it is narrow: one term or one = a line
    void fit(float width, float height, bool in_column);

    /// The box with the arithmetic, as high as what is in it. @return its height
    float drawArithmetic(ImVec2 at);

    /// What it means, and below it what is told of the step; in smaller type, and without their
    /// last sentences, where the room is short. The lesson's words take all of it.
    /// @param told_height kept for what is told, at the end of the room
    void drawMeaning(const Rect& room, float told_height);

    /// What the arithmetic of any cell of the step takes below a figure.
    [[nodiscard]] static float usualHeight(const Scene& scene);

private:
    struct Style {
        LineFonts fonts;
        std::size_t most_terms;
        std::size_t most_lines = 3;  ///< 2: the formula and the last one; 1: the last one alone
    };

    [[nodiscard]] std::vector<Style> styles() const;
    void explain(const Style& style);
    [[nodiscard]] float heightOf(const LineFonts& fonts, const TextLine& text, float width) const;
    /// The first of the texts that fits, in the larger type where it does. @return its height
    struct Fitted {
        TextLine text;
        LineFonts fonts;
        float height = 0;
    };
    [[nodiscard]] Fitted fitted(const std::vector<TextLine>& texts, ImVec2 room) const;
    void set(const Fitted& words, ImVec2 at, float width);
    void drawLesson(const Rect& room, const std::vector<TextLine>& sentences);
    /// What the narrator says at the end of the room, and before it what the cell means.
    void drawNarrated(const Rect& room, float told_height, const std::vector<TextLine>& sentences);
    /// Of a weight: what the latest act made of its row.
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
    Explanation explanation_;
    std::vector<TextLine> lines_;  ///< the subject, then what it equals
};

}  // namespace lookback

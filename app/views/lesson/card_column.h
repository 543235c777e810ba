#pragma once

#include <string>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"

namespace lookback {

/// A button in the row of a column.
struct ColumnButton {
    std::string label;  ///< with its id: "Check###check"
    ButtonKind kind = ButtonKind::plain;
    bool enabled = true;
    std::string tooltip{};
};

/// A column of texts and buttons, one below the other. It is put twice: to be measured before the
/// frame is divided, and to be drawn.
class CardColumn {
public:
    /// @param draws false: only measures, outside of any window
    CardColumn(const Scene& scene, Painter& painter, ImVec2 at, float width, bool draws)
        : scene_(scene), painter_(painter), at_(at), width_(width), y_(at.y), draws_(draws) {}

    [[nodiscard]] bool draws() const { return draws_; }
    [[nodiscard]] Painter& painter() { return painter_; }
    [[nodiscard]] float width() const { return width_; }
    [[nodiscard]] float bottom() const { return y_; }
    [[nodiscard]] ImVec2 pen() const { return {at_.x, y_}; }

    /// Leaves pixels of the design empty.
    void gap(float pixels);
    /// Takes a box over the width of the column. @param below pixels left out below it
    Rect take(float height, float below = 0);
    /// Sets a text over the width of the column.
    void paragraph(const LineFonts& fonts, const TextLine& words);
    /// Makes the column narrower by a margin on both sides, or wider again.
    void indent(float pixels);

    /// Puts a button into the present row, or below it where it has no room. @return true in the
    /// frame in which it is clicked
    bool button(const ColumnButton& wanted);
    /// Ends a row of buttons.
    void endButtons();
    [[nodiscard]] static float buttonHeight(const Look& look) { return look.px(31); }
    /// Takes a box at the beginning of a row of buttons.
    Rect takeInRow(float width);

private:
    const Scene& scene_;
    Painter& painter_;
    ImVec2 at_;
    float width_;
    float y_;
    float row_x_ = 0;  ///< pixels that the buttons of the row take; 0: there is none yet
    bool draws_;
};

}  // namespace lookback

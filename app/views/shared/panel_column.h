#pragma once

#include <string>
#include <string_view>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/checks.h"

namespace lookback {

/// A panel whose parts stand one below the other, each over the width of the panel: a view derives
/// from it and draws its parts in their order.
class PanelColumn {
protected:
    /// @param region of the panel @param side margins to the left and right @param above margin
    PanelColumn(const Scene& scene, const Rect& region, float side, float above);

    [[nodiscard]] float width() const { return right_ - left_; }
    [[nodiscard]] ImVec2 at() const { return {left_, y_}; }
    /// Returns the box of a next part of this height, without taking it.
    [[nodiscard]] Rect band(float height) const { return {{left_, y_}, {right_, y_ + height}}; }
    /// Takes the next part: later parts stand below it. @param gap pixels left out below the part
    Rect take(float height, float gap = 0) {
        const Rect part = band(height);
        y_ = part.max.y + gap;
        return part;
    }
    /// Draws a text over the width of the panel and takes its height.
    void paragraph(const LineFonts& fonts, const TextLine& words);
    /// Draws a text in small type, broken into lines of this height, and takes their heights.
    void smallLines(Color color, std::string_view text, float line_height, bool is_strong = false);
    /// Draws a paragraph in small pale type.
    void hint(const std::string& words);
    /// Lets ImGui scroll to all that was drawn.
    void end() const;

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float left_;
    float right_;
    float y_;  ///< upper edge of the next part
};

/// The panel to the right of a mode: what the numbers mean.
class MeaningColumn : protected PanelColumn {
public:
    MeaningColumn(const Scene& scene, const Rect& region);

protected:
    void heading(std::string_view text);
    /// Draws a sentence over the width of the panel, or from `indent` on.
    void sentence(const TextLine& words, float indent = 0);
    /// Draws a sign (tick, cross or dot) and the words beside it.
    void check(CheckSign sign, std::string_view words);
    void check(bool holds, std::string_view words) {
        check(holds ? CheckSign::meant : CheckSign::not_meant, words);
    }
};

}  // namespace lookback

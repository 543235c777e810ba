#include <algorithm>

#include "app/views/lab/arithmetic_box.h"
#include "app/views/lab/asides.h"
#include "app/views/lab/lab.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

/// What stands around the figure. With larger type than usual it gives way, so that the figure
/// never has less room than before: thumbnails, then what stands below the card, then the ribbon.
/// At last one scrolls to the arithmetic.
class Words {
public:
    Words(const Scene& scene, const Asides& asides, float height)
        : look_(scene.look),
          gap_(look_.px(scene.compact ? 9 : 16)),
          ribbon_(look_.px(scene.dense     ? kLabCentreNames
                           : scene.compact ? 72
                                           : 90)),
          arithmetic_(ArithmeticBox::usualHeight(scene)),
          asides_(asides.wanted()),
          margins_(2 * gap_ + focusMargins(scene)) {
        if (look_.words <= 1) return;
        figure_ = {scene.usual_centre.y - this->height() / look_.words, look_.px(kAroundCells)};
        const float most = height - figure_.with(look_.words, look_.words);
        if (this->height() > most) ribbon_ = std::min(ribbon_, look_.px(kLabCentreNames));
        if (this->height() > most) asides_ = 0;
        if (this->height() > most) ribbon_ = 0;
    }

    [[nodiscard]] float gap() const { return gap_; }
    [[nodiscard]] float ribbon() const { return ribbon_; }
    [[nodiscard]] float asides() const { return asides_; }
    [[nodiscard]] const LeastFigure& figure() const { return figure_; }

private:
    static constexpr float kLabCentreNames = 26;  ///< of a ribbon without thumbnails
    static constexpr float kAroundCells = 80;     ///< titles and labels of a figure

    [[nodiscard]] float height() const {
        return margins_ + ribbon_ + (ribbon_ > 0 ? gap_ : 0) + asides_ + arithmetic_;
    }

    const Look& look_;
    float gap_;
    float ribbon_;
    float arithmetic_;
    float asides_;
    float margins_;
    LeastFigure figure_;
};

}  // namespace

void drawLabCentre(const Scene& scene, const Rect& region) {
    // ImGui puts later windows of this kind behind earlier ones; the panels of a narrow window
    // lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    if (scene.place().presenting) return drawPresentation(scene, region);
    const float pad = scene.look.px(22);
    Asides asides(scene, region.width() - 2 * pad);
    const Words words(scene, asides, region.height());
    const float gap = words.gap();
    Rect rest{{region.min.x + pad, region.min.y + gap}, {region.max.x - pad, region.max.y - gap}};
    const Rect ribbon{rest.min, {rest.max.x, rest.min.y + words.ribbon()}};
    if (words.ribbon() > 0) rest.min.y = ribbon.max.y + gap;
    const Rect card{rest.min, {rest.max.x, rest.max.y - words.asides()}};
    rest.min.y += drawFocus(scene, card, words.figure()) + gap;
    asides.draw(rest);
    // Last, since its tooltips have to know where one reads.
    if (words.ribbon() > 0) drawRibbon(scene, ribbon);
}

}  // namespace lookback

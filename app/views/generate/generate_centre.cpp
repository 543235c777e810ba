#include "app/views/generate/generate_views.h"
#include "app/views/shared/page_card.h"
#include "imgui_internal.h"

namespace lookback {

void drawGenerateCentre(const Scene& scene, const Rect& region) {
    // As the Lab's centre: the panels of a narrow window lie over it.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    const Look& look = scene.look;
    Painter painter(look);
    const ShownTraining& training = scene.state.workshop.training;
    if (training.hasQuestion()) scene.emit(TrainTwins{});
    const float margin = look.px(scene.place().presenting ? 8 : scene.compact ? 10 : 16);
    const float side = look.px(scene.place().presenting ? 8 : 22);
    Rect rest{{region.min.x + side, region.min.y + margin},
              {region.max.x - side, region.max.y - margin}};
    if (training.report() == nullptr) {
        painter.text(look.fonts.text, look.colors().soft, rest, "Training \u2026", Align::center);
        return;
    }
    const float gap = cardGap(scene);
    rest.min.y += drawSentenceCard(scene, painter, rest) + gap;
    rest.min.y += drawNextWordCard(scene, painter, rest) + gap;
    drawKeptCard(scene, painter, rest);
}

}  // namespace lookback

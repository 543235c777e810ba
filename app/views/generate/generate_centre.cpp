#include "app/views/generate/generate_views.h"
#include "app/views/shared/regions.h"
#include "app/views/train/train_views.h"

namespace lookback {

void drawGenerateCentre(const Scene& scene, const Rect& region) {
    Painter painter(scene.look);
    std::optional<Rect> room = roomOfTraining(scene, painter, region);
    if (!room) return;
    Rect& rest = *room;
    if (scene.state.workshop.writing.moment() == nullptr) {
        painter.text(scene.look.fonts.text, scene.look.colors().soft, rest, "Writing \u2026",
                     Align::center);
        return;
    }
    const float gap = cardGap(scene);
    rest.min.y += drawSentenceCard(scene, painter, rest) + gap;
    rest.min.y += drawNextWordCard(scene, painter, rest) + gap;
    drawKeptCard(scene, painter, rest);
}

}  // namespace lookback

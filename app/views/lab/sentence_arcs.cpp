#include <vector>

#include "app/views/lab/lab.h"
#include "app/views/lab/weight_row.h"
#include "app/widgets/arcs.h"
#include "app/widgets/tooltip.h"

namespace lookback {

void drawSentenceArcs(const Scene& scene, Painter& painter, const Rect& region) {
    const WeightRow row(scene);
    std::vector<Arc> arcs;
    for (Index key = 0; key < scene.document().n(); ++key) {
        arcs.push_back({row.weight(key), row.isMasked(key), row.isPointed(key)});
    }
    const ArcEvents events = drawArcs(painter, region, scene.labels(), row.token(), arcs);
    if (events.arc) row.point(*events.arc, events.is_clicked);
    if (!events.word) return;
    scene.hands.hovered_token_next = *events.word;
    if (events.is_clicked) scene.emit(SelectToken{*events.word});
    tooltip(scene.look, "Click: read this token's row.");
}

}  // namespace lookback

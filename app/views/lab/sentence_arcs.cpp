#include <vector>

#include "app/views/lab/lab.h"
#include "app/views/lab/moving_signs.h"
#include "app/views/lab/weight_row.h"
#include "app/widgets/arcs.h"
#include "app/widgets/tooltip.h"

namespace lookback {

void drawSentenceArcs(const Scene& scene, Painter& painter, const Rect& region) {
    const WeightRow row(scene);
    std::vector<Arc> arcs;
    for (Index key = 0; key < scene.document().n(); ++key) {
        const double weight = row.weight(key);
        const bool is_masked = row.isMasked(key);
        const bool is_dashed = is_masked && !(weight > 0);
        const ArcStand seen = seenArc(scene.motion, {.query = row.token(),
                                                     .key = key,
                                                     .weight = static_cast<float>(weight),
                                                     .drawn = is_dashed ? 0.0f : 1.0f,
                                                     .dashed = is_dashed ? 1.0f : 0.0f});
        arcs.push_back({static_cast<double>(seen.weight), is_masked, row.isPointed(key), seen.drawn,
                        seen.dashed, is_masked && !is_dashed});
    }
    const ArcEvents events = drawArcs(painter, region, scene.labels(), row.token(), arcs);
    if (events.arc) row.point(*events.arc, events.is_clicked);
    if (!events.word) return;
    scene.hands.hovered_token_next = *events.word;
    if (events.is_clicked) scene.emit(SelectToken{*events.word});
    tooltip(scene.look, "Click: read this token.");
}

}  // namespace lookback

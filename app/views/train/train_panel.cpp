#include "app/views/train/panel_parts.h"
#include "app/views/train/train_views.h"

namespace lookback {

void drawTrainPanel(const Scene& scene, const Rect& region) {
    PanelRows rows(scene, region);
    textRows(rows);
    modelRows(rows);
    trainingRows(rows);
    twinRows(rows);
    rows.end();
}

}  // namespace lookback

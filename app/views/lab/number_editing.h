#pragma once

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// Draws a matrix whose numbers can be changed: dragged sideways (Shift finer, Ctrl coarser) or
/// typed after a double-click (Enter takes, Tab goes on to the next, Esc gives back).
void editableGrid(Painter& painter, const Scene& scene, StageGrid& grid);

}  // namespace lookback

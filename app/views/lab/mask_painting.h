#pragma once

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// A stroke over the mask gives every cell it passes what its first cell became. One that began
/// with Shift gives it to a whole row, column or diagonal, the one that the hand turns to.
void paintMask(const Scene& scene, const StageGrid& grid, const GridEvents& events);

}  // namespace lookback

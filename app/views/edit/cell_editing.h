#pragma once

#include <optional>

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// Draws a matrix whose numbers can be changed: dragged sideways (Shift finer, Ctrl coarser) or
/// typed after a double-click (Enter takes, Tab goes on to the next, Esc gives back).
/// @param figure that it stands in, by its result; none: the panel
/// @return the cell that was clicked, of those that are shown
std::optional<Cell> editableGrid(Painter& painter, const Scene& scene, StageGrid& grid,
                                 std::optional<MatrixId> figure = std::nullopt);

/// A stroke over the mask gives every cell it passes what its first cell became. One that began
/// with Shift gives it to a whole row, column or diagonal, the one that the hand turns to.
void paintMask(const Scene& scene, const StageGrid& grid, const GridEvents& events);

}  // namespace lookback

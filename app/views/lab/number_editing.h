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

}  // namespace lookback

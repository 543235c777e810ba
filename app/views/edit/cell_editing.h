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

/// Paints the mask: a click flips a cell, and a stroke gives every cell that it passes the new
/// value of its first cell. With Shift at its start it paints the row, column or diagonal of that
/// cell towards which the pointer moves.
void paintMask(const Scene& scene, const StageGrid& grid, const GridEvents& events);

}  // namespace lookback

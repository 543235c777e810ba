#pragma once

#include <optional>

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"

namespace lookback {

/// Draws a matrix whose numbers can be changed: dragged sideways (Shift finer, Ctrl coarser) or
/// typed after a double-click (Enter takes the number, Tab takes it and edits the next, Esc
/// cancels).
/// @param figure the stage whose figure shows the matrix; none: the panel shows it
/// @return the clicked cell, counted from the first shown cell
std::optional<Cell> editableGrid(Painter& painter, const Scene& scene, StageGrid& grid,
                                 std::optional<MatrixId> figure = std::nullopt);

/// Paints the mask: a click flips a cell, and a stroke gives every cell that it passes the new
/// value of its first cell. With Shift at its start it paints the row, column or diagonal of that
/// cell towards which the pointer moves.
void paintMask(const Scene& scene, const StageGrid& grid, const GridEvents& events);

}  // namespace lookback

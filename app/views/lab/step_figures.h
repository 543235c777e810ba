#pragma once

#include <functional>
#include <vector>

#include "app/views/lab/stage_figure.h"

namespace lookback {

/// Returns the figure of one result of the step, with the cells that are computed so far.
[[nodiscard]] StageFigure stepFigure(const Scene& scene, Painter& painter, MatrixId result);

/// Returns all figures of the step, in the order of its results.
[[nodiscard]] std::vector<StageFigure> stepFigures(const Scene& scene, Painter& painter);

/// Arranges figures side by side. @param gap between two of them @return the size of the row
[[nodiscard]] ImVec2 arrangeInRow(std::vector<StageFigure>& figures, const CellFit& fit, float gap);

/// Returns true where the figures may show a part of their matrices around the cell in focus:
/// larger matrices are shown in colour.
[[nodiscard]] bool mayBeParts(const std::vector<StageFigure>& figures);

/// Shows the whole matrices of figures.
void showWhole(std::vector<StageFigure>& figures);

/// Shows the largest part of the matrices for which `fits` is true.
/// @return a rank that compares parts: above all a large mask, then a few rows, columns and terms,
/// then whole rows; 0 where no part fits
Index showLargestPart(std::vector<StageFigure>& figures, const std::function<bool()>& fits);

/// Returns the fewest decimals with which the digits of the stage in focus are worth more than its
/// colours.
[[nodiscard]] int leastDecimals(const Scene& scene);

/// Draws figures that were arranged in a row; a click on a cell of a result moves the focus there.
void drawInRow(const Scene& scene, std::vector<StageFigure>& figures, ImVec2 at, float gap);

/// True where their matrices are larger than the pane.
[[nodiscard]] bool areCut(const std::vector<StageFigure>& figures);

/// True where rows or columns are left out around the cell in focus.
[[nodiscard]] bool areParts(const std::vector<StageFigure>& figures);

/// Moves figures that show a part of their matrices by the wheel, with Shift sideways: the cell in
/// focus goes on, but not to a cell that has not appeared. A window that scrolls keeps the wheel.
/// @param area of the figures
void moveParts(const Scene& scene, const std::vector<StageFigure>& figures, const Rect& area);

}  // namespace lookback

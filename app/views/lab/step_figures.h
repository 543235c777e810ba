#pragma once

#include <vector>

#include "app/views/lab/stage_figure.h"

namespace lookback {

/// Returns the figure of one result of the step, with the cells that are computed so far.
[[nodiscard]] StageFigure stepFigure(const Scene& scene, Painter& painter, MatrixId result);

/// Returns all figures of the step, in the order of its results.
[[nodiscard]] std::vector<StageFigure> stepFigures(const Scene& scene, Painter& painter);

/// Arranges figures side by side. @param gap between two of them @return the size of the row
[[nodiscard]] ImVec2 arrangeInRow(std::vector<StageFigure>& figures, const CellFit& fit, float gap);

/// Returns the fewest decimals with which the digits of the stage in focus are worth more than its
/// colours.
[[nodiscard]] int leastDecimals(const Scene& scene);

/// Draws figures that were arranged in a row; a click on a cell of a result moves the focus there.
void drawInRow(const Scene& scene, std::vector<StageFigure>& figures, ImVec2 at, float gap);

/// True where a part of one of their matrices is not on screen.
[[nodiscard]] bool areCut(const std::vector<StageFigure>& figures);

}  // namespace lookback

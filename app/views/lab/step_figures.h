#pragma once

#include <vector>

#include "app/views/lab/stage_figure.h"

namespace lookback {

/// One figure of the step, with as many cells as have appeared.
[[nodiscard]] StageFigure stepFigure(const Scene& scene, Painter& painter, MatrixId result);

/// All figures of the step, in the order of its results.
[[nodiscard]] std::vector<StageFigure> stepFigures(const Scene& scene, Painter& painter);

/// The size of figures that stand side by side. @param gap between two of them
[[nodiscard]] ImVec2 arrangeInRow(std::vector<StageFigure>& figures, const CellFit& fit, float gap);

/// With fewer decimals than these the colours of the stage in focus say more than its digits.
[[nodiscard]] int leastDecimals(const Scene& scene);

/// Draws figures that were arranged in a row; a click on a cell of a result takes the focus.
void drawInRow(const Scene& scene, std::vector<StageFigure>& figures, ImVec2 at, float gap);

/// True where a part of one of their matrices is not on screen.
[[nodiscard]] bool areCut(const std::vector<StageFigure>& figures);

}  // namespace lookback

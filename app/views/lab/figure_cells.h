#pragma once

#include <functional>
#include <vector>

#include "app/views/lab/stage_figure.h"

namespace lookback {

/// The room of the figures of a step with words of some size, times their usual one: in pixels of
/// the type that there is, as if all were drawn at its scale.
using FigureRoom = std::function<ImVec2(float words)>;

/// Chooses the largest cells with which all figures of a step stand side by side; where their
/// digits would get lost, only the figure in focus stays. With larger type than usual digits are as
/// large as every further press of Ctrl and = still allows, so that none makes them smaller, and
/// what has given way to larger type does not come back.
/// @param figures of the step; left are those that stay @param gap between two of them
[[nodiscard]] CellFit chooseCells(const Scene& scene, Painter& painter,
                                  std::vector<StageFigure>& figures, float gap,
                                  const FigureRoom& room);

}  // namespace lookback

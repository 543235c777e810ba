#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/lab/stage_figure.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/grid_labels.h"
#include "core/explain/text_line.h"

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

// What stands around the cells of a matrix in a figure.

/// The symbol of a matrix in its colour: `Q`, `K^T`. Where columns are queries, it is those of rows
/// that are `S^T`. @param transposed as it is drawn
[[nodiscard]] TextLine symbolLine(const Scene& scene, MatrixId id, bool transposed);
/// The same behind its name.
[[nodiscard]] TextLine titleLine(const Scene& scene, MatrixId id, bool transposed);

void drawTitleLine(const Scene& scene, Painter& painter, ImVec2 center, const TextLine& line);

/// The tokens beside the rows of a grid.
[[nodiscard]] std::span<const std::string> rowLabelsOf(const Scene& scene, const StageGrid& grid);
/// Those above its columns: above a transposed operand stand the labels of its rows.
[[nodiscard]] std::span<const std::string> columnLabelsOf(const Scene& scene,
                                                          const StageGrid& grid);

void drawRowLabels(const Scene& scene, Painter& painter, const StageGrid& grid, float width,
                   const LabelWay& way = {});
void drawColumnLabels(const Scene& scene, Painter& painter, const StageGrid& grid,
                      const LabelWay& way = {});

}  // namespace lookback

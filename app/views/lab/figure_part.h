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

/// Returns the room of the figures of a step for words of another size: in pixels of the present
/// type, as if everything had the scale of those words. @param words factor of the usual size
using FigureRoom = std::function<ImVec2(float words)>;

/// Chooses the largest cells with which all figures of a step fit side by side; where digits would
/// be lost, only the figure in focus stays. With type larger than usual, the size of digits leaves
/// room for every larger type size, so that none of them makes digits smaller, and a part that was
/// left out for larger type stays left out.
/// @param figures of the step; the dropped ones are removed. @param gap between two of them
[[nodiscard]] CellFit chooseCells(const Scene& scene, Painter& painter,
                                  std::vector<StageFigure>& figures, float gap,
                                  const FigureRoom& room);

// Titles and labels around the cells of a matrix in a figure.

/// Returns the symbol of a matrix as formulas write it: `Q`, `K^T`. Where the conventions make
/// columns the queries, `S` is the matrix drawn so, and `S^T` that with queries as rows.
/// @param transposed the matrix is drawn transposed
[[nodiscard]] std::string symbolOf(const Scene& scene, MatrixId id, bool transposed);
/// Returns this symbol in the colour of the matrix.
[[nodiscard]] TextLine symbolLine(const Scene& scene, MatrixId id, bool transposed);
/// Returns the name of a matrix followed by its symbol.
[[nodiscard]] TextLine titleLine(const Scene& scene, MatrixId id, bool transposed);

void drawTitleLine(const Scene& scene, Painter& painter, ImVec2 center, const TextLine& line);
/// Shows the legend of a matrix (`legendOf`) where the pointer rests on its title.
void explainTitle(const Scene& scene, MatrixId id, bool transposed, const Rect& title);

/// Returns the first shown token beside the rows of a grid.
[[nodiscard]] Index firstOfRows(const StageGrid& grid);
/// Returns the tokens beside the rows of a grid.
[[nodiscard]] std::span<const std::string> rowLabelsOf(const Scene& scene, const StageGrid& grid);
/// Returns the tokens above the columns of a grid; above a transposed operand stand the labels of
/// its rows.
[[nodiscard]] std::span<const std::string> columnLabelsOf(const Scene& scene,
                                                          const StageGrid& grid);

void drawRowLabels(const Scene& scene, Painter& painter, const StageGrid& grid, float width,
                   const LabelWay& way = {});
void drawColumnLabels(const Scene& scene, Painter& painter, const StageGrid& grid,
                      const LabelWay& way = {});

}  // namespace lookback

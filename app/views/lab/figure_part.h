#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/grid_labels.h"

namespace lookback {

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

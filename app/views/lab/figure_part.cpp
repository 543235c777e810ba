#include "app/views/lab/figure_part.h"

#include <cmath>

#include "app/widgets/formula.h"

namespace lookback {
namespace {

Index firstOfColumns(const StageGrid& grid) {
    return grid.spec.transposed ? grid.first().row : grid.first().col;
}

}  // namespace

TextLine symbolLine(MatrixId id, bool transposed) {
    const MatrixInfo& matrix = info(id);
    TextLine line = parseSymbols(matrix.symbol, inkOf(matrix.role));
    for (Piece& piece : line) piece.bold = true;
    if (transposed) line.push_back({"T", inkOf(matrix.role), true, 1, false});
    return line;
}

TextLine titleLine(MatrixId id, bool transposed) {
    TextLine line = symbolLine(id, transposed);
    const MatrixInfo& matrix = info(id);
    line.insert(line.begin(),
                {std::string(matrix.title) + " ", inkOf(matrix.role), true, 0, false});
    return line;
}

void drawTitleLine(const Scene& scene, Painter& painter, ImVec2 center, const TextLine& line) {
    const LineFonts fonts = sentenceFonts(scene.look);
    const SetLine size = setLine(painter, fonts, {0, 0}, FLT_MAX, line, 0, false);
    const ImVec2 at{std::floor(center.x - size.width / 2), std::floor(center.y - size.height / 2)};
    setLine(painter, fonts, at, FLT_MAX, line);
}

std::span<const std::string> rowLabelsOf(const Scene& scene, const StageGrid& grid) {
    return scene.labels({grid.first().row, grid.spec.values.rows()});
}

std::span<const std::string> columnLabelsOf(const Scene& scene, const StageGrid& grid) {
    return scene.labels({firstOfColumns(grid), shownCols(grid.spec)});
}

void drawRowLabels(const Scene& scene, Painter& painter, const StageGrid& grid, float width,
                   const LabelWay& way) {
    const Index token = scene.state.token() - grid.first().row;
    rowLabels(painter, grid.spec, rowLabelsOf(scene, grid), width, token, way);
}

void drawColumnLabels(const Scene& scene, Painter& painter, const StageGrid& grid,
                      const LabelWay& way) {
    const auto target = targetOf(scene.state);
    std::optional<Index> asked;
    if (target && info(target->id).cols == Axis::token) {
        asked = target->cell.col - firstOfColumns(grid);
    }
    columnLabels(painter, grid.spec, columnLabelsOf(scene, grid), asked, way);
}

}  // namespace lookback

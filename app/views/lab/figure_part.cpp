#include "app/views/lab/figure_part.h"

#include <cmath>

#include "app/widgets/formula.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

Index firstOfColumns(const StageGrid& grid) {
    return grid.spec.transposed ? grid.first().row : grid.first().col;
}

Index firstOfRows(const StageGrid& grid) {
    return grid.spec.transposed ? grid.first().col : grid.first().row;
}

/// The token that is asked, where the explanations speak of a pair.
std::optional<Index> asked(const Scene& scene) {
    const auto target = targetOf(scene.state);
    return target && info(target->id).cols == Axis::token ? std::optional(target->cell.col)
                                                          : std::nullopt;
}

/// True where the rows of the matrix are tokens that are asked. Keys are while a pair is spoken of.
bool areKeys(const Scene& scene, MatrixId id) {
    return info(id).role == Role::key && asked(scene).has_value();
}

/// A token, counted from the first that is shown.
std::optional<Index> within(std::optional<Index> token, Index first) {
    return token ? std::optional(*token - first) : std::nullopt;
}

}  // namespace

TextLine symbolLine(const Scene& scene, MatrixId id, bool transposed) {
    const Conventions& conventions = scene.preferences().conventions;
    const Role role = info(id).role;
    TextLine line = parseSymbols(writtenSymbol(id, conventions), inkOf(role));
    for (Piece& piece : line) piece.bold = true;
    if (transposed != isTurned(id, conventions)) line.push_back({"T", inkOf(role), true, 1, false});
    return line;
}

TextLine titleLine(const Scene& scene, MatrixId id, bool transposed) {
    TextLine line = symbolLine(scene, id, transposed);
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
    return scene.labels({firstOfRows(grid), shownRows(grid.spec)});
}

std::span<const std::string> columnLabelsOf(const Scene& scene, const StageGrid& grid) {
    return scene.labels({firstOfColumns(grid), shownCols(grid.spec)});
}

void drawRowLabels(const Scene& scene, Painter& painter, const StageGrid& grid, float width,
                   const LabelWay& way) {
    const bool are_keys = grid.spec.transposed || areKeys(scene, grid.id());
    const std::optional<Index> token = are_keys ? asked(scene) : scene.state.token();
    rowLabels(painter, grid.spec, rowLabelsOf(scene, grid), width, within(token, firstOfRows(grid)),
              way, are_keys ? Asks::key : Asks::query);
}

void drawColumnLabels(const Scene& scene, Painter& painter, const StageGrid& grid,
                      const LabelWay& way) {
    const bool are_queries = grid.spec.transposed && info(grid.id()).role != Role::key;
    const std::optional<Index> token = are_queries ? scene.state.token() : asked(scene);
    columnLabels(painter, grid.spec, columnLabelsOf(scene, grid),
                 within(token, firstOfColumns(grid)), way, are_queries ? Asks::query : Asks::key);
}

}  // namespace lookback

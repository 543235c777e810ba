#include "app/views/lab/grid_stand.h"

#include <algorithm>

namespace lookback {
namespace {

/// Cells that may be hatched keep what lies beneath the hatching.
bool isOfTokens(MatrixId id) {
    return info(id).rows == Axis::token && info(id).cols == Axis::token;
}

}  // namespace

GridStand standOf(const Scene& scene, const StageGrid& grid, const PartLook& look) {
    const GridSpec& spec = grid.spec;
    GridStand stand;
    stand.id = grid.id();
    stand.first = grid.first();
    stand.rows = spec.values.rows();
    stand.cols = spec.values.cols();
    stand.origin = {spec.at.x, spec.at.y};
    const Spot right{spec.cell.x + spec.gap, 0};
    const Spot down{0, spec.cell.y + spec.gap};
    stand.row_step = spec.transposed ? right : down;
    stand.col_step = spec.transposed ? down : right;
    stand.cell = {spec.cell.x, spec.cell.y};
    if (look.title) stand.title = {look.title->x, look.title->y};
    stand.titled = look.title ? 1.0f : 0.0f;
    stand.row_labels = look.has_row_labels ? 1.0f : 0.0f;
    stand.column_labels = look.has_column_labels ? 1.0f : 0.0f;
    stand.dimming = spec.dim_others ? 1.0f : 0.0f;
    stand.bound = spec.bound;
    stand.gap = spec.gap;
    stand.pad = spec.pad;
    if (spec.font != nullptr) {
        const auto& fonts = scene.look.fonts.digits;
        stand.font =
            static_cast<int>(std::find(fonts.begin(), fonts.end(), spec.font) - fonts.begin());
        stand.type = spec.font->FontSize;
        stand.digits = 1;
    }
    stand.decimals = spec.decimals;
    stand.transposed = spec.transposed;
    stand.has_signs = spec.has_signs;
    stand.is_brief = look.is_brief;
    stand.label_width = look.label_width;
    stand.has_newest = spec.newest_cell.has_value();
    if (spec.newest_cell) stand.newest = *spec.newest_cell;
    if (!isOfTokens(stand.id)) return stand;
    stand.values.reserve(static_cast<std::size_t>(stand.rows * stand.cols));
    for (Index row = 0; row < stand.rows; ++row) {
        for (Index col = 0; col < stand.cols; ++col) {
            stand.values.push_back(static_cast<float>(spec.values(row, col)));
            if (spec.mask) stand.hatched.push_back((*spec.mask)(row, col) == 0 ? 1.0f : 0.0f);
        }
    }
    return stand;
}

bool canDraw(const Scene& scene, const GridStand& stand) {
    if (!isWeight(stand.id) && !scene.trace().has(stand.id)) return false;
    if (stand.id == MatrixId::w_output && !scene.document().weights.output) return false;
    const MatrixView values = scene.matrix(stand.id);
    return stand.first.row + stand.rows <= values.rows() &&
           stand.first.col + stand.cols <= values.cols();
}

StageGrid gridOf(const Scene& scene, const GridStand& stand) {
    StageGrid grid(scene, stand.id);
    grid.cut(stand.first, stand.rows, stand.cols);
    GridSpec& spec = grid.spec;
    spec.interactive = false;
    spec.at = {stand.origin.x, stand.origin.y};
    spec.cell = {stand.cell.x, stand.cell.y};
    spec.gap = stand.gap;
    spec.pad = stand.pad;
    const auto& fonts = scene.look.fonts.digits;
    const auto font = static_cast<std::size_t>(std::max(stand.font, 0));
    if (stand.font >= 0) spec.font = fonts[std::min(font, fonts.size() - 1)];
    spec.decimals = stand.decimals;
    spec.transposed = stand.transposed;
    spec.has_signs = stand.has_signs;
    if (stand.has_newest) spec.newest_cell = stand.newest;
    return grid;
}

}  // namespace lookback

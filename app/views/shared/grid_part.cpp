#include "app/views/shared/grid_part.h"

#include <algorithm>
#include <utility>

namespace lookback {
namespace {

constexpr float kDotsDown = 10;  ///< room of the dots of rows that are left out
constexpr float kBetweenDots = 3;
constexpr Index kLeastOfPart = 2;  ///< rows and columns

}  // namespace

AxisRange partAround(Index cell, Index most, Index total) {
    if (most >= total) return {0, total};
    const Index step = std::max<Index>(most / 2, 1);
    const Index at = std::clamp<Index>(cell, 0, total - 1);
    const Index start = at / step * step - (most - step) / 2;
    return {std::clamp<Index>(start, 0, total - most), most};
}

PartSize largestPart(PartSize whole, const std::function<bool(PartSize)>& fits) {
    PartSize largest;
    // The fewer rows a part has, the more columns fit.
    Index across = std::min(kLeastOfPart, whole.across);
    for (Index down = whole.down; down >= std::min(kLeastOfPart, whole.down); --down) {
        if (!fits({down, across})) continue;
        while (across < whole.across && fits({down, across + 1})) ++across;
        if (down * across > largest.cells()) largest = {down, across};
        if (across == whole.across) break;
    }
    return largest;
}

PartDots partDots(const Look& look, Cell before, Cell after) {
    const auto room = [&](bool is_cut, float pixels) { return is_cut ? look.px(pixels) : 0; };
    return {.across = room(before.col > 0 || after.col > 0, kPartDotsAcross),
            .down = room(before.row > 0 || after.row > 0, kDotsDown),
            .left = before.col > 0,
            .above = before.row > 0,
            .right = after.col > 0,
            .below = after.row > 0};
}

PartDots partDots(const Look& look, const StageGrid& whole, const StageGrid& part) {
    const MatrixView& all = whole.spec.values;
    const MatrixView& shown = part.spec.values;
    if (shown.rows() == 0 || shown.cols() == 0) return {};
    Cell before{part.first().row - whole.first().row, part.first().col - whole.first().col};
    Cell after{all.rows() - shown.rows() - before.row, all.cols() - shown.cols() - before.col};
    if (part.spec.transposed) {
        std::swap(before.row, before.col);
        std::swap(after.row, after.col);
    }
    return partDots(look, before, after);
}

Index columnsWithRoom(const Look& look, const StageGrid& whole, const CellFit& fit, float room) {
    const Index total = whole.spec.values.cols();
    const float column = fit.width(whole.room()) + fit.gap;
    if (static_cast<float>(total) * column <= room) return total;
    const float of_part = room - 2 * look.px(kPartDotsAcross) + fit.gap;
    return std::clamp<Index>(static_cast<Index>(of_part / column), 1, total);
}

void drawPartDots(Painter& painter, const GridSpec& part, const PartDots& dots) {
    const Rect cells = gridRect(part);
    const Look& look = painter.look();
    const auto draw = [&](ImVec2 center, bool is_across) {
        for (const float k : {-1.0f, 0.0f, 1.0f}) {
            const float by = k * look.px(kBetweenDots);
            const ImVec2 at{center.x + (is_across ? by : 0), center.y + (is_across ? 0 : by)};
            painter.disc(at, std::max(look.px(1), 1.0f), look.colors().soft);
        }
    };
    for (Index row = 0; row < shownRows(part); ++row) {
        const float y =
            cells.min.y + static_cast<float>(row) * (part.cell.y + part.gap) + part.cell.y / 2;
        if (dots.left) draw({cells.min.x - dots.across / 2, y}, true);
        if (dots.right) draw({cells.max.x + dots.across / 2, y}, true);
    }
    for (Index col = 0; col < shownCols(part); ++col) {
        const float x =
            cells.min.x + static_cast<float>(col) * (part.cell.x + part.gap) + part.cell.x / 2;
        if (dots.above) draw({x, cells.min.y - dots.down / 2}, false);
        if (dots.below) draw({x, cells.max.y + dots.down / 2}, false);
    }
}

}  // namespace lookback

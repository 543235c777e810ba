#include "app/views/lab/moving_grid.h"

#include <algorithm>
#include <utility>

#include "app/views/lab/cells_on_the_way.h"
#include "app/views/lab/figure_part.h"

namespace lookback {
namespace {

constexpr float kMovingGridHalf = 0.5f;

/// Moves cells that were drawn, and fades what comes or goes.
void moveCells(const DrawnPart& cells, const CellsOnTheWay& way, const GridStand& seen) {
    cells.move(way);
    if (seen.share < 1) cells.fade(shownShare(seen.share));
    if (seen.digits < 1) cells.fadeType(shownShare(seen.digits));
}

StageGrid movedBy(StageGrid grid, ImVec2 by) {
    grid.spec.at = {grid.spec.at.x + by.x, grid.spec.at.y + by.y};
    return grid;
}

/// True where its rows are named by tokens. What is left of labels on the way of another drawing
/// of the matrix, turned round, names nothing.
bool hasTokenRows(const GridStand& stand) {
    return (stand.transposed ? info(stand.id).cols : info(stand.id).rows) == Axis::token;
}

bool hasTokenColumns(const GridStand& stand) {
    return (stand.transposed ? info(stand.id).rows : info(stand.id).cols) == Axis::token;
}

/// Title and labels of a matrix that was drawn as `drawn` and is seen elsewhere.
void drawWords(const Scene& scene, Painter& painter, const StageGrid& grid, const GridStand& drawn,
               const GridStand& seen, ImVec2 marks) {
    const CellsOnTheWay way(grid.spec, grid.first(), seen);
    const auto faded = [&](float share, auto draw) {
        const DrawnPart part(painter);
        draw();
        const float left = shownShare(share) * shownShare(seen.share);
        if (left < 1) part.fade(left);
    };
    if (drawn.titled > 0) {
        faded(seen.titled, [&] {
            drawTitleLine(scene, painter, {seen.title.x, seen.title.y},
                          drawn.is_brief ? symbolLine(scene, drawn.id, drawn.transposed)
                                         : titleLine(scene, drawn.id, drawn.transposed));
        });
    }
    if (drawn.row_labels > 0 && hasTokenRows(drawn)) {
        faded(seen.row_labels, [&] {
            drawRowLabels(scene, painter, movedBy(grid, {-marks.x, 0}), drawn.label_width,
                          [&](Index row) { return way.ofRow(row); });
        });
    }
    if (drawn.column_labels > 0 && hasTokenColumns(drawn)) {
        faded(seen.column_labels, [&] {
            drawColumnLabels(scene, painter, movedBy(grid, {0, -marks.y}),
                             [&](Index col) { return way.ofColumn(col); });
        });
    }
}

/// How cells look on the way.
void dress(StageGrid& grid, const GridStand& seen, bool are_moved) {
    GridSpec& spec = grid.spec;
    spec.bound = seen.bound;
    spec.dimming = seen.dimming;
    spec.dim_others = seen.dimming > 0 && !grid.lit().empty();
    spec.hatched = seen.hatched;
    spec.uncovered = seen.values;
    if (!are_moved) return;
    // Frames reach beyond their cells: on their way to other places cells have none.
    spec.focus.reset();
    spec.hovered.reset();
    spec.pinned.reset();
}

/// Draws what stood as `was` where it is seen. @param now the same matrix as it is to stand
void drawAsItWas(const Scene& scene, Painter& painter, const GridStand& was, const GridStand& seen,
                 const StageGrid* now, ImVec2 marks) {
    StageGrid grid = gridOf(scene, was);
    if (now != nullptr) {
        const Cell by{now->first().row - was.first.row, now->first().col - was.first.col};
        const auto shifted = [&](const std::optional<Cell>& cell) -> std::optional<Cell> {
            if (!cell) return std::nullopt;
            const Cell at{cell->row + by.row, cell->col + by.col};
            const bool is_shown =
                at.row >= 0 && at.col >= 0 && at.row < was.rows && at.col < was.cols;
            return is_shown ? std::optional(at) : std::nullopt;
        };
        grid.spec.focus = shifted(now->spec.focus);
        if (now->spec.newest_cell) {
            const Cell newest = *now->spec.newest_cell;
            grid.spec.newest_cell = Cell{newest.row + by.row, newest.col + by.col};
            grid.spec.newest = now->spec.newest;
        }
    }
    dress(grid, seen, !scene.motion.came_from.empty());
    const DrawnPart cells(painter);
    grid.draw(painter, scene);
    moveCells(cells, CellsOnTheWay(grid.spec, grid.first(), seen), seen);
    drawWords(scene, painter, grid, was, seen, marks);
}

/// The k-th of those with this id; nullptr where there are fewer.
const GridStand* find(const std::vector<GridStand>& grids, MatrixId id, std::ptrdiff_t k) {
    for (const GridStand& grid : grids) {
        if (grid.id == id && k-- == 0) return &grid;
    }
    return nullptr;
}

std::ptrdiff_t countOf(const std::vector<GridStand>& grids, MatrixId id) {
    return std::count_if(grids.begin(), grids.end(),
                         [id](const GridStand& grid) { return grid.id == id; });
}

}  // namespace

MovingGrid::MovingGrid(const Scene& scene, Painter& painter, GridStand now)
    : scene_(scene), painter_(painter), now_(std::move(now)), was_(before()) {
    Motion& motion = scene.motion;
    if (motion.isOn() && !isAsBefore()) {
        motion.has_movers = true;
        const float way = eased(motion.t);
        if (was_ != nullptr) {
            seen_ = between(*was_, now_, way, motion);
        } else {
            seen_ = now_;
            seen_->share = way;
        }
    }
    motion.drawn.grids.push_back(seen_ ? *seen_ : now_);
}

const GridStand* MovingGrid::before() const {
    const Motion& motion = scene_.motion;
    if (!motion.isOn()) return nullptr;
    const GridStand* const was =
        find(motion.before.grids, now_.id, countOf(motion.drawn.grids, now_.id));
    return was != nullptr && canBecome(*was, now_) && canDraw(scene_, *was) ? was : nullptr;
}

/// What a cell shows is not where the matrix stands.
bool MovingGrid::isAsBefore() const {
    const bool is_reordered = !scene_.motion.came_from.empty();
    if (was_ == nullptr || is_reordered) return false;
    GridStand was = *was_;
    GridStand now = now_;
    for (GridStand* stand : {&was, &now}) {
        stand->has_newest = false;
        stand->newest = {};
        stand->values.clear();
    }
    return was == now;
}

bool MovingGrid::isAsItWas() const {
    return was_ != nullptr && eased(scene_.motion.t) < kMovingGridHalf;
}

void MovingGrid::prepare(StageGrid& grid) const {
    if (!seen_) return;
    grid.spec.is_seen = !isAsItWas() && shownShare(seen_->share) > 0;
    if (grid.spec.is_seen) dress(grid, *seen_, !scene_.motion.came_from.empty());
}

void MovingGrid::finish(const StageGrid& grid, const DrawnPart& cells, ImVec2 marks) const {
    if (!seen_) return;
    if (isAsItWas()) return drawAsItWas(scene_, painter_, *was_, *seen_, &grid, marks);
    if (!grid.spec.is_seen) return;
    moveCells(cells, CellsOnTheWay(grid.spec, grid.first(), *seen_), *seen_);
    drawWords(scene_, painter_, grid, now_, *seen_, marks);
}

std::vector<GridStand> drawLeaving(const Scene& scene, Painter& painter,
                                   std::span<const MatrixId> staying) {
    Motion& motion = scene.motion;
    if (!motion.isOn()) return {};
    std::vector<GridStand> leaving;
    const float way = eased(motion.t);
    std::vector<MatrixId> left(staying.begin(), staying.end());
    for (const GridStand& was : motion.before.grids) {
        const auto stays = std::find(left.begin(), left.end(), was.id);
        if (stays != left.end()) {
            left.erase(stays);
            continue;
        }
        GridStand seen = was;
        seen.share = was.share * (1 - way);
        if (!canDraw(scene, was)) continue;
        motion.has_movers = true;
        if (shownShare(seen.share) > 0) drawAsItWas(scene, painter, was, seen, nullptr, {});
        leaving.push_back(std::move(seen));
    }
    return leaving;
}

}  // namespace lookback

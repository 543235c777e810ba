#include "app/views/lab/moving_grid.h"

#include <algorithm>
#include <utility>

#include "app/views/lab/figure_part.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

/// True for a matrix of pairs of tokens: its cells may be hatched, and keep the colour beneath.
bool isOfTokens(MatrixId id) {
    return info(id).rows == Axis::token && info(id).cols == Axis::token;
}

Index nearest(float place, std::size_t count) {
    return std::clamp<Index>(static_cast<Index>(place), 0, static_cast<Index>(count) - 1);
}

constexpr float kMovingGridHalf = 0.5f;

/// Moves drawn cells, and fades rows and columns that appear or disappear.
void moveCells(const DrawnPart& cells, const CellsOnTheWay& way, const DrawnGrid& seen) {
    cells.move(way);
    if (seen.share < 1) cells.fade(shownShare(seen.share));
    if (seen.digits < 1) cells.fadeType(shownShare(seen.digits));
}

StageGrid movedBy(StageGrid grid, ImVec2 by) {
    grid.spec.at = {grid.spec.at.x + by.x, grid.spec.at.y + by.y};
    return grid;
}

/// True if the rows are tokens, as the matrix is drawn. Labels that fade out of a transposed
/// drawing of the matrix are not drawn.
bool hasTokenRows(const DrawnGrid& drawn) {
    return (drawn.transposed ? info(drawn.id).cols : info(drawn.id).rows) == Axis::token;
}

bool hasTokenColumns(const DrawnGrid& drawn) {
    return (drawn.transposed ? info(drawn.id).rows : info(drawn.id).cols) == Axis::token;
}

/// Draws title and labels of a matrix in the middle of a motion. @param drawn as it was arranged
void drawWords(const Scene& scene, Painter& painter, const StageGrid& grid, const DrawnGrid& drawn,
               const DrawnGrid& seen, ImVec2 marks) {
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

/// Gives a grid the looks of its cells in the middle of a motion.
void dress(StageGrid& grid, const DrawnGrid& seen, bool are_moved) {
    GridSpec& spec = grid.spec;
    spec.bound = seen.bound;
    spec.dimming = seen.dimming;
    spec.dim_others = seen.dimming > 0 && !grid.lit().empty();
    spec.hatched = seen.hatched;
    spec.uncovered = seen.values;
    if (!are_moved) return;
    // Frames reach beyond their cells, so that moving cells have none.
    spec.focus.reset();
    spec.hovered.reset();
    spec.pinned.reset();
}

/// Draws a matrix with its earlier cells in the middle of a motion. @param was at the start
/// @param seen at this moment @param now at the goal
void drawAsItWas(const Scene& scene, Painter& painter, const DrawnGrid& was, const DrawnGrid& seen,
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
            grid.spec.arriving = shifted(now->spec.arriving);
            grid.spec.newest = now->spec.newest;
        }
    }
    dress(grid, seen, !scene.motion.came_from.empty());
    const DrawnPart cells(painter);
    grid.draw(painter, scene);
    moveCells(cells, CellsOnTheWay(grid.spec, grid.first(), seen), seen);
    drawWords(scene, painter, grid, was, seen, marks);
}

/// Returns the k-th grid with this id; nullptr where there are fewer.
const DrawnGrid* find(const std::vector<DrawnGrid>& grids, MatrixId id, std::ptrdiff_t k) {
    for (const DrawnGrid& grid : grids) {
        if (grid.id == id && k-- == 0) return &grid;
    }
    return nullptr;
}

std::ptrdiff_t countOf(const std::vector<DrawnGrid>& grids, MatrixId id) {
    return std::count_if(grids.begin(), grids.end(),
                         [id](const DrawnGrid& grid) { return grid.id == id; });
}

}  // namespace

DrawnGrid drawnGridOf(const Scene& scene, const StageGrid& grid, const PartLook& look) {
    const GridSpec& spec = grid.spec;
    DrawnGrid drawn;
    drawn.id = grid.id();
    drawn.first = grid.first();
    drawn.rows = spec.values.rows();
    drawn.cols = spec.values.cols();
    drawn.origin = {spec.at.x, spec.at.y};
    const ScreenPoint right{spec.cell.x + spec.gap, 0};
    const ScreenPoint down{0, spec.cell.y + spec.gap};
    drawn.row_step = spec.transposed ? right : down;
    drawn.col_step = spec.transposed ? down : right;
    drawn.cell = {spec.cell.x, spec.cell.y};
    if (look.title) drawn.title = {look.title->x, look.title->y};
    drawn.titled = look.title ? 1.0f : 0.0f;
    drawn.row_labels = look.has_row_labels ? 1.0f : 0.0f;
    drawn.column_labels = look.has_column_labels ? 1.0f : 0.0f;
    drawn.dimming = spec.dim_others ? 1.0f : 0.0f;
    drawn.bound = spec.bound;
    drawn.gap = spec.gap;
    drawn.pad = spec.pad;
    if (spec.font != nullptr) {
        const auto& fonts = scene.look.fonts.digits;
        drawn.font =
            static_cast<int>(std::find(fonts.begin(), fonts.end(), spec.font) - fonts.begin());
        drawn.type = spec.font->FontSize;
        drawn.digits = 1;
    }
    drawn.decimals = spec.decimals;
    drawn.transposed = spec.transposed;
    drawn.has_signs = spec.has_signs;
    drawn.is_brief = look.is_brief;
    drawn.label_width = look.label_width;
    drawn.longest_label = spec.longest_label;
    drawn.has_newest = spec.newest_cell.has_value();
    if (spec.newest_cell) drawn.newest = *spec.newest_cell;
    if (!isOfTokens(drawn.id)) return drawn;
    drawn.values.reserve(static_cast<std::size_t>(drawn.rows * drawn.cols));
    for (Index row = 0; row < drawn.rows; ++row) {
        for (Index col = 0; col < drawn.cols; ++col) {
            drawn.values.push_back(static_cast<float>(spec.values(row, col)));
            if (spec.mask) drawn.hatched.push_back((*spec.mask)(row, col) == 0 ? 1.0f : 0.0f);
        }
    }
    return drawn;
}

bool canDraw(const Scene& scene, const DrawnGrid& drawn) {
    const bool is_there = isParameter(drawn.id) ? isEditable(scene.document(), drawn.id)
                                                : scene.trace().has(drawn.id);
    if (!is_there) return false;
    const MatrixView values = scene.matrix(drawn.id);
    return drawn.first.row + drawn.rows <= values.rows() &&
           drawn.first.col + drawn.cols <= values.cols();
}

StageGrid gridOf(const Scene& scene, const DrawnGrid& drawn) {
    StageGrid grid(scene, drawn.id);
    grid.cut(drawn.first, drawn.rows, drawn.cols);
    GridSpec& spec = grid.spec;
    spec.interactive = false;
    spec.at = {drawn.origin.x, drawn.origin.y};
    spec.cell = {drawn.cell.x, drawn.cell.y};
    spec.gap = drawn.gap;
    spec.pad = drawn.pad;
    const auto& fonts = scene.look.fonts.digits;
    const auto font = static_cast<std::size_t>(std::max(drawn.font, 0));
    if (drawn.font >= 0) spec.font = fonts[std::min(font, fonts.size() - 1)];
    spec.decimals = drawn.decimals;
    spec.transposed = drawn.transposed;
    spec.has_signs = drawn.has_signs;
    spec.longest_label = drawn.longest_label;
    if (drawn.has_newest) spec.newest_cell = drawn.newest;
    return grid;
}

CellsOnTheWay::CellsOnTheWay(const GridSpec& drawn, Cell first, const DrawnGrid& seen)
    : at_(drawn.at),
      cell_(drawn.cell),
      pitch_{drawn.cell.x + drawn.gap, drawn.cell.y + drawn.gap},
      half_gap_(drawn.gap / 2),
      seen_(seen.cell),
      type_(drawn.font != nullptr ? seen.type / drawn.font->FontSize : seen.cell.y / drawn.cell.y),
      is_centered_(drawn.domain == Domain::allowed) {
    const auto corner = [&](Index row, Index col) {
        const Cell shown = drawn.transposed ? Cell{col, row} : Cell{row, col};
        return cellBox(seen, {first.row + shown.row, first.col + shown.col}).min;
    };
    // A matrix without columns has labels beside its rows, too.
    const Index cols = std::max<Index>(shownCols(drawn), 1);
    const Index rows = std::max<Index>(shownRows(drawn), 1);
    for (Index col = 0; col < cols; ++col) columns_.push_back(corner(0, col));
    const ImVec2 start = corner(0, 0);
    for (Index row = 0; row < rows; ++row) {
        const ImVec2 place = corner(row, 0);
        rows_.emplace_back(place.x - start.x, place.y - start.y);
    }
}

ImVec2 CellsOnTheWay::operator()(ImVec2 point, bool is_type) const {
    const Index col = nearest((point.x - at_.x + half_gap_) / pitch_.x, columns_.size());
    const Index row = nearest((point.y - at_.y + half_gap_) / pitch_.y, rows_.size());
    const ImVec2 within{point.x - at_.x - static_cast<float>(col) * pitch_.x,
                        point.y - at_.y - static_cast<float>(row) * pitch_.y};
    const ImVec2 corner = cornerOf(row, col);
    if (!is_type) {
        return {corner.x + within.x * seen_.x / cell_.x, corner.y + within.y * seen_.y / cell_.y};
    }
    // Digits keep their shape, and the distance from the side that they are set from.
    const float x = is_centered_ ? seen_.x / 2 + (within.x - cell_.x / 2) * type_
                                 : seen_.x + (within.x - cell_.x) * type_;
    return {corner.x + x, corner.y + seen_.y / 2 + (within.y - cell_.y / 2) * type_};
}

ImVec2 CellsOnTheWay::ofRow(Index row) const {
    const ImVec2 corner = cornerOf(row, 0);
    const float y = at_.y + static_cast<float>(row) * pitch_.y;
    return {corner.x - at_.x, corner.y + seen_.y / 2 - y - cell_.y / 2};
}

ImVec2 CellsOnTheWay::ofColumn(Index col) const {
    const ImVec2 corner = cornerOf(0, col);
    const float x = at_.x + static_cast<float>(col) * pitch_.x;
    return {corner.x + seen_.x - x - cell_.x, corner.y - at_.y};
}

ImVec2 CellsOnTheWay::cornerOf(Index row, Index col) const {
    const ImVec2& x = columns_[static_cast<std::size_t>(col)];
    const ImVec2& y = rows_[static_cast<std::size_t>(row)];
    return {x.x + y.x, x.y + y.y};
}

MovingGrid::MovingGrid(const Scene& scene, Painter& painter, DrawnGrid now)
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

const DrawnGrid* MovingGrid::before() const {
    const Motion& motion = scene_.motion;
    if (!motion.isOn()) return nullptr;
    const DrawnGrid* const was =
        find(motion.before.grids, now_.id, countOf(motion.drawn.grids, now_.id));
    return was != nullptr && canBecome(*was, now_) && canDraw(scene_, *was) ? was : nullptr;
}

/// True if the matrix is drawn as before at the same position, apart from the numbers of its cells.
bool MovingGrid::isAsBefore() const {
    const bool is_reordered = !scene_.motion.came_from.empty();
    if (was_ == nullptr || is_reordered) return false;
    DrawnGrid was = *was_;
    DrawnGrid now = now_;
    for (DrawnGrid* drawn : {&was, &now}) {
        drawn->has_newest = false;
        drawn->newest = {};
        drawn->values.clear();
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

std::vector<DrawnGrid> drawLeaving(const Scene& scene, Painter& painter,
                                   std::span<const MatrixId> staying) {
    Motion& motion = scene.motion;
    if (!motion.isOn()) return {};
    std::vector<DrawnGrid> leaving;
    const float way = eased(motion.t);
    std::vector<MatrixId> left(staying.begin(), staying.end());
    for (const DrawnGrid& was : motion.before.grids) {
        const auto stays = std::find(left.begin(), left.end(), was.id);
        if (stays != left.end()) {
            left.erase(stays);
            continue;
        }
        DrawnGrid seen = was;
        seen.share = was.share * (1 - way);
        if (!canDraw(scene, was)) continue;
        motion.has_movers = true;
        if (shownShare(seen.share) > 0) drawAsItWas(scene, painter, was, seen, nullptr, {});
        leaving.push_back(std::move(seen));
    }
    return leaving;
}

}  // namespace lookback

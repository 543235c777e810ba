#include "app/look/motion.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/state/model/app_state.h"

namespace lookback {
namespace {

constexpr float kMotionHalf = 0.5f;

/// Returns an entry of a table of positions; beyond the table, the index itself.
float placeIn(const std::vector<float>& table, Index at) {
    const bool is_listed = at >= 0 && at < static_cast<Index>(table.size());
    return is_listed ? table[static_cast<std::size_t>(at)] : static_cast<float>(at);
}

/// Positions of the rows or columns on their way; empty where they are 0, 1, 2 ...
std::vector<float> placesBetween(const std::vector<float>& was, Index was_first, Index first,
                                 Index count, bool are_tokens, float way, const Motion& motion) {
    const bool are_moved = are_tokens && !motion.came_from.empty();
    if (was.empty() && !are_moved) return {};
    std::vector<float> places;
    for (Index k = 0; k < count; ++k) {
        const Index before = are_moved ? motion.cameFrom(first + k) : first + k;
        const float from = placeIn(was, before - was_first) + static_cast<float>(was_first - first);
        places.push_back(between(from, static_cast<float>(k), way));
    }
    return places;
}

/// Returns the corner of a cell of the whole matrix in the coordinates of `grid`, which need not
/// show it.
ScreenPoint originFor(const DrawnGrid& grid, Cell first) {
    const auto rows = static_cast<float>(first.row - grid.first.row);
    const auto cols = static_cast<float>(first.col - grid.first.col);
    return {grid.origin.x + rows * grid.row_step.x + cols * grid.col_step.x,
            grid.origin.y + rows * grid.row_step.y + cols * grid.col_step.y};
}

/// Keeps a title on its side of the matrix while it fades, if it changes from below to above or
/// back: on a straight way it would cross the digits.
void leadAcross(DrawnGrid& seen, const DrawnGrid& drawn, float way) {
    seen.title = {drawn.title.x + seen.origin.x - drawn.origin.x,
                  drawn.title.y + seen.origin.y - drawn.origin.y};
    seen.titled = std::max(way, 1 - way);
}

/// The entry of a cell in a table of cells (`hatched`, `values`) of `was`; 0 where there is none.
float before(const std::vector<float>& table, const DrawnGrid& was, Cell cell) {
    const Index row = cell.row - was.first.row;
    const Index col = cell.col - was.first.col;
    if (table.empty() || row < 0 || col < 0 || row >= was.rows || col >= was.cols) return 0;
    return table[static_cast<std::size_t>(row * was.cols + col)];
}

/// Moves the edge of the hatching through each cell whose mask changes; the uncovered part has the
/// colour of the unmasked number.
void wipe(DrawnGrid& seen, const DrawnGrid& was, const DrawnGrid& now, float way,
          const Motion& motion) {
    if (was.hatched.empty() && now.hatched.empty()) return;
    std::vector<float> hatched;
    std::vector<float> values;
    for (Index row = seen.first.row; row < seen.first.row + seen.rows; ++row) {
        for (Index col = seen.first.col; col < seen.first.col + seen.cols; ++col) {
            const Cell old{motion.cameFrom(row), motion.cameFrom(col)};
            const float to = before(now.hatched, now, {row, col});
            hatched.push_back(between(before(was.hatched, was, old), to, way));
            values.push_back(to > 0 ? before(was.values, was, old)
                                    : before(now.values, now, {row, col}));
        }
    }
    seen.hatched = std::move(hatched);
    seen.values = std::move(values);
}

}  // namespace

void DrawnThings::clear() {
    grids.clear();
    signs.clear();
    bars.clear();
    arcs.clear();
    chips.clear();
    figure_decimals = std::numeric_limits<int>::max();
}

Index Motion::cameFrom(Index token) const {
    const bool is_known = token >= 0 && token < static_cast<Index>(came_from.size());
    return is_known ? came_from[static_cast<std::size_t>(token)] : token;
}

void Motion::beginFrame(const ScreenShape& shape, MotionClock& clock) {
    if (std::exchange(clock.is_new, false)) before = drawn;
    if (screen != shape) clock.end();
    screen = shape;
    came_from = clock.came_from;
    t = clock.t;
    has_movers = false;
    drawn.clear();
}

void Motion::endFrame(MotionClock& clock) {
    if (isOn() && !has_movers) clock.end();
    clock.can_begin = !drawn.grids.empty();
    came_from = clock.came_from;
    t = clock.t;
}

float eased(double t) {
    const auto way = static_cast<float>(std::clamp(t, 0.0, 1.0));
    return way * way * (3 - 2 * way);
}

float between(float from, float to, float way) { return from * (1 - way) + to * way; }

ScreenPoint between(ScreenPoint from, ScreenPoint to, float way) {
    return {between(from.x, to.x, way), between(from.y, to.y, way)};
}

float shownShare(float share) { return std::max(0.0f, 2 * share - 1); }

float rowAt(const DrawnGrid& grid, Index row) {
    return placeIn(grid.rows_at, row - grid.first.row);
}

float colAt(const DrawnGrid& grid, Index col) {
    return placeIn(grid.cols_at, col - grid.first.col);
}

Rect cellBox(const DrawnGrid& grid, Cell cell) {
    const float row = rowAt(grid, cell.row);
    const float col = colAt(grid, cell.col);
    const ImVec2 min{grid.origin.x + row * grid.row_step.x + col * grid.col_step.x,
                     grid.origin.y + row * grid.row_step.y + col * grid.col_step.y};
    return {min, {min.x + grid.cell.x, min.y + grid.cell.y}};
}

bool canBecome(const DrawnGrid& was, const DrawnGrid& now) {
    return was.id == now.id && std::abs(was.first.row - now.first.row) < now.rows &&
           std::abs(was.first.col - now.first.col) < now.cols;
}

DrawnGrid between(const DrawnGrid& was, const DrawnGrid& now, float way, const Motion& motion) {
    DrawnGrid seen = way < kMotionHalf ? was : now;
    const auto spot = [&](ScreenPoint DrawnGrid::*field) {
        seen.*field = between(was.*field, now.*field, way);
    };
    const auto share = [&](float DrawnGrid::*field) {
        seen.*field = between(was.*field, now.*field, way);
    };
    seen.origin = between(originFor(was, seen.first), originFor(now, seen.first), way);
    spot(&DrawnGrid::row_step);
    spot(&DrawnGrid::col_step);
    spot(&DrawnGrid::cell);
    for (auto field : {&DrawnGrid::share, &DrawnGrid::digits, &DrawnGrid::titled,
                       &DrawnGrid::row_labels, &DrawnGrid::column_labels, &DrawnGrid::dimming}) {
        share(field);
    }
    // A title that exists at one end only fades there; it neither grows nor moves.
    if (was.titled > 0 && now.titled > 0) {
        if ((was.title.y > was.origin.y) == (now.title.y > now.origin.y)) {
            spot(&DrawnGrid::title);
        } else {
            leadAcross(seen, way < kMotionHalf ? was : now, way);
        }
    }
    if (was.type > 0 && now.type > 0) share(&DrawnGrid::type);
    const auto share_of_now = static_cast<double>(way);
    seen.bound = was.bound * (1 - share_of_now) + now.bound * share_of_now;
    const MatrixInfo& matrix = info(now.id);
    seen.rows_at = placesBetween(was.rows_at, was.first.row, seen.first.row, seen.rows,
                                 matrix.rows == Axis::token, way, motion);
    seen.cols_at = placesBetween(was.cols_at, was.first.col, seen.first.col, seen.cols,
                                 matrix.cols == Axis::token, way, motion);
    wipe(seen, was, now, way, motion);
    return seen;
}

}  // namespace lookback

#include "app/look/motion.h"

#include <algorithm>
#include <cstdlib>

namespace lookback {
namespace {

constexpr float kMotionHalf = 0.5f;

/// Where something stands of which a table says it, as far as it goes.
float placeIn(const std::vector<float>& table, Index at) {
    const bool is_listed = at >= 0 && at < static_cast<Index>(table.size());
    return is_listed ? table[static_cast<std::size_t>(at)] : static_cast<float>(at);
}

/// The places of the rows or columns, where they are not simply one after the other.
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

/// Where the first cell of a window on the matrix would stand in another one.
Spot originFor(const GridStand& stand, Cell first) {
    const auto rows = static_cast<float>(first.row - stand.first.row);
    const auto cols = static_cast<float>(first.col - stand.first.col);
    return {stand.origin.x + rows * stand.row_step.x + cols * stand.col_step.x,
            stand.origin.y + rows * stand.row_step.y + cols * stand.col_step.y};
}

/// A title that goes from below its matrix to above it would cross the digits: it keeps its side,
/// fades out, and comes again on the other one.
void leadAcross(GridStand& seen, const GridStand& drawn, float way) {
    seen.title = {drawn.title.x + seen.origin.x - drawn.origin.x,
                  drawn.title.y + seen.origin.y - drawn.origin.y};
    seen.titled = std::max(way, 1 - way);
}

/// What a table of cells says of one that stood elsewhere before; 0 where it says nothing.
float before(const std::vector<float>& table, const GridStand& was, Cell cell) {
    const Index row = cell.row - was.first.row;
    const Index col = cell.col - was.first.col;
    if (table.empty() || row < 0 || col < 0 || row >= was.rows || col >= was.cols) return 0;
    return table[static_cast<std::size_t>(row * was.cols + col)];
}

/// Hatching comes and goes cell by cell; beneath it lies the number that is not masked.
void wipe(GridStand& seen, const GridStand& was, const GridStand& now, float way,
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

float eased(double t) {
    const auto way = static_cast<float>(std::clamp(t, 0.0, 1.0));
    return way * way * (3 - 2 * way);
}

float between(float from, float to, float way) { return from * (1 - way) + to * way; }

Spot between(Spot from, Spot to, float way) {
    return {between(from.x, to.x, way), between(from.y, to.y, way)};
}

float shownShare(float share) { return std::max(0.0f, 2 * share - 1); }

float rowAt(const GridStand& stand, Index row) {
    return placeIn(stand.rows_at, row - stand.first.row);
}

float colAt(const GridStand& stand, Index col) {
    return placeIn(stand.cols_at, col - stand.first.col);
}

Rect cellBox(const GridStand& stand, Cell cell) {
    const float row = rowAt(stand, cell.row);
    const float col = colAt(stand, cell.col);
    const ImVec2 min{stand.origin.x + row * stand.row_step.x + col * stand.col_step.x,
                     stand.origin.y + row * stand.row_step.y + col * stand.col_step.y};
    return {min, {min.x + stand.cell.x, min.y + stand.cell.y}};
}

bool canBecome(const GridStand& was, const GridStand& now) {
    return was.id == now.id && std::abs(was.first.row - now.first.row) < now.rows &&
           std::abs(was.first.col - now.first.col) < now.cols;
}

GridStand between(const GridStand& was, const GridStand& now, float way, const Motion& motion) {
    GridStand seen = way < kMotionHalf ? was : now;
    const auto spot = [&](Spot GridStand::*field) {
        seen.*field = between(was.*field, now.*field, way);
    };
    const auto share = [&](float GridStand::*field) {
        seen.*field = between(was.*field, now.*field, way);
    };
    seen.origin = between(originFor(was, seen.first), originFor(now, seen.first), way);
    spot(&GridStand::row_step);
    spot(&GridStand::col_step);
    spot(&GridStand::cell);
    for (auto field : {&GridStand::share, &GridStand::digits, &GridStand::titled,
                       &GridStand::row_labels, &GridStand::column_labels, &GridStand::dimming}) {
        share(field);
    }
    // What is missing at one end neither grows nor moves, it fades.
    if (was.titled > 0 && now.titled > 0) {
        if ((was.title.y > was.origin.y) == (now.title.y > now.origin.y)) {
            spot(&GridStand::title);
        } else {
            leadAcross(seen, way < kMotionHalf ? was : now, way);
        }
    }
    if (was.type > 0 && now.type > 0) share(&GridStand::type);
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

#include "app/views/lab/cells_on_the_way.h"

#include <algorithm>

namespace lookback {
namespace {

Index nearest(float place, std::size_t count) {
    return std::clamp<Index>(static_cast<Index>(place), 0, static_cast<Index>(count) - 1);
}

}  // namespace

CellsOnTheWay::CellsOnTheWay(const GridSpec& drawn, Cell first, const GridStand& seen)
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
    // Labels stand beside the rows of a matrix without columns, too.
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

}  // namespace lookback

#pragma once

#include <vector>

#include "app/look/motion.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// Takes what was drawn in the cells of a grid to where the cells are seen.
class CellsOnTheWay {
public:
    /// @param first of the whole matrix, that the grid shows
    CellsOnTheWay(const GridSpec& drawn, Cell first, const GridStand& seen);

    /// Where a corner of what was drawn is seen.
    ImVec2 operator()(ImVec2 point, bool is_type) const;

    /// How far the labels of a row and of a column are seen from where they are drawn.
    [[nodiscard]] ImVec2 ofRow(Index row) const;
    [[nodiscard]] ImVec2 ofColumn(Index col) const;

private:
    [[nodiscard]] ImVec2 cornerOf(Index row, Index col) const;

    ImVec2 at_;
    ImVec2 cell_;
    ImVec2 pitch_;
    float half_gap_;
    Spot seen_;
    float type_;  ///< how much larger the type is seen
    bool is_centered_;
    std::vector<ImVec2> columns_;
    std::vector<ImVec2> rows_;  ///< relative to the first
};

}  // namespace lookback

#pragma once

#include "app/look/painter.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// Returns the part of an axis around a cell. It moves by half of its length, so that the cell goes
/// on in it. @param most cells of the part @param total cells of the axis
[[nodiscard]] AxisRange partAround(Index cell, Index most, Index total);

/// Pixels of the design: room of the dots of columns that are left out.
inline constexpr float kPartDotsAcross = 11;

/// Pixels around the cells for the dots that mark rows and columns which are left out, the same on
/// both sides, so that nothing moves when a side ends.
struct PartDots {
    float across = 0;
    float down = 0;
    // Sides with dots:
    bool left = false;
    bool above = false;
    bool right = false;
    bool below = false;
};

/// Returns the dots around a part of a matrix.
[[nodiscard]] PartDots partDots(const Look& look, const StageGrid& whole, const StageGrid& part);

/// Draws three dots at each row and column of a side where cells are left out.
void drawPartDots(Painter& painter, const GridSpec& part, const PartDots& dots);

}  // namespace lookback

#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "app/look/painter.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/cell_fit.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// Returns the part of an axis around a cell. It moves by half of its length, so that the cell goes
/// on in it. @param most cells of the part @param total cells of the axis
[[nodiscard]] AxisRange partAround(Index cell, Index most, Index total);

/// So many rows and columns of the screen.
struct PartSize {
    Index down = 0;
    Index across = 0;

    [[nodiscard]] Index cells() const { return down * across; }
    /// Compares the parts of several layouts: a part with a longer short side shows more.
    [[nodiscard]] std::pair<Index, Index> rank() const { return {std::min(down, across), cells()}; }
};

/// Returns the part with the most cells for which `fits` is true: at least two rows and columns, or
/// all where there are fewer; no cells where no such part fits. @param fits stays true for a
/// smaller part
[[nodiscard]] PartSize largestPart(PartSize whole, const std::function<bool(PartSize)>& fits);

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

/// Return the dots around a part of a matrix. @param before,after rows and columns of the screen
/// that are left out
[[nodiscard]] PartDots partDots(const Look& look, Cell before, Cell after);
[[nodiscard]] PartDots partDots(const Look& look, const StageGrid& whole, const StageGrid& part);

/// Returns how many columns of a matrix fit into a room: all, or those of a part with dots on both
/// sides, at least one. @param room pixels beside the labels
[[nodiscard]] Index columnsWithRoom(const Look& look, const StageGrid& whole, const CellFit& fit,
                                    float room);

/// Draws three dots at each row and column of a side where cells are left out.
void drawPartDots(Painter& painter, const GridSpec& part, const PartDots& dots);

}  // namespace lookback

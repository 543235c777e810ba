#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/look/drawn_part.h"
#include "app/look/motion.h"
#include "app/views/lab/grid_stand.h"

namespace lookback {

/// A matrix of a figure between where it was and where it is to stand. Its cells are drawn where
/// they are to stand, and take the pointer there; then what was drawn is moved.
class MovingGrid {
public:
    /// @param now where it is to stand
    MovingGrid(const Scene& scene, Painter& painter, GridStand now);

    /// False: it is to be drawn as always.
    [[nodiscard]] bool isOnItsWay() const { return seen_.has_value(); }

    /// Before the cells are drawn: how they look on the way.
    void prepare(StageGrid& grid) const;
    /// After that: takes them to where they are seen, and draws title and labels there.
    /// @param marks so much room stands between the labels and the cells, beside and above them
    void finish(const StageGrid& grid, const DrawnPart& cells, ImVec2 marks) const;

private:
    [[nodiscard]] const GridStand* before() const;
    [[nodiscard]] bool isAsBefore() const;
    /// True in the first half of its way.
    [[nodiscard]] bool isAsItWas() const;

    const Scene& scene_;
    Painter& painter_;
    GridStand now_;
    const GridStand* was_;
    std::optional<GridStand> seen_;
};

/// Matrices that stood on the screen and are not among these any more fade out.
/// @return how they are seen
[[nodiscard]] std::vector<GridStand> drawLeaving(const Scene& scene, Painter& painter,
                                                 std::span<const MatrixId> staying);

}  // namespace lookback

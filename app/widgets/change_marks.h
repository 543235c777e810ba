#pragma once

#include <string>

#include "app/look/drawn_shapes.h"
#include "app/look/painter.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// Returns the strength of the ring around a changed number, 0 to 1; 0 where both are equal to the
/// last bit. @param bound of the colour scale
[[nodiscard]] float glowOf(double was, double is, double bound);

/// By how much a number changed, with its sign: `+0.0312`, `−0.1040`. Empty where those digits
/// are all 0, or where there is no such number.
[[nodiscard]] std::string differenceText(double was, double is, int decimals);

/// Rings around cells of one size, along the inside of their edges: no digit stands there.
class Glow {
public:
    /// @param size of the cells, and the radius of their corners
    /// @param margin pixels at the edges that are free of digits
    Glow(Painter& painter, ImVec2 size, float radius, float margin);

    /// @param strength 0 to 1
    void draw(const Rect& box, float strength);

private:
    Painter& painter_;
    Color color_;
    float radius_;
    float dot_ = 0;   ///< side of the square in cells that are too small for a ring; 0: a ring
    float ring_ = 0;  ///< thickness
    float halo_ = 0;  ///< thickness; 0: none
    Stamp ring_stamp_;
    Stamp halo_stamp_;
};

/// Rings and differences of the cells of a grid whose numbers have changed, as its spec asks.
class ChangeMarks {
public:
    /// @param radius of the corners of cells
    ChangeMarks(Painter& painter, const GridSpec& spec, float radius)
        : painter_(painter),
          spec_(spec),
          glow_(painter, spec.cell, radius, spec.font != nullptr ? spec.pad : spec.cell.x) {}

    /// Rings a cell that differs from before, while it is to glow. @param value that it has now
    void glow(Cell cell, const Rect& box, double value);

    /// Draws the signed difference below the digits of a cell that is high enough. Masked scores
    /// have none: their value says only how they are masked. Masked weights have one.
    void difference(Cell cell, const Rect& box, double value, bool masked, Color ground);

private:
    Painter& painter_;
    const GridSpec& spec_;
    Glow glow_;
};

/// The signed differences of a grid of one row, below its cells.
void differencesBelow(Painter& painter, const GridSpec& spec, ImFont* font);

}  // namespace lookback

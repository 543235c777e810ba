#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "app/look/drawn_shapes.h"
#include "app/look/painter.h"
#include "app/widgets/change_marks.h"
#include "app/widgets/matrix_grid.h"
#include "core/document/verdict.h"

namespace lookback {

/// Hatches a blocked cell of a mask in the colours of all rules that block it, one over the other,
/// or in the colour of painted cells. A cell that nothing blocks any more, which is drawn in the
/// middle of a motion, is hatched in grey.
/// @return the colour of the hatching that is nearest to the ink
Color hatchVerdict(Painter& painter, const Rect& box, const Verdict& verdict, float strength = 1);

/// Marks the corner of a cell that was painted by hand.
void paintedCorner(Painter& painter, const Rect& box);

/// Draws the cells of one grid: the ground by the number's colour or the mask's hatching, and the
/// digits on it in an ink that is readable there.
class CellPainter {
public:
    CellPainter(Painter& painter, const GridSpec& spec);

    /// Selects the lit ranges that touch this row. Call before its cells are drawn.
    void beginRow(Index row);

    void draw(Cell cell);

    /// Draws the frames of the cells that are pointed at, locked and in focus. Call after all
    /// cells.
    void frames();

private:
    /// A text and its width in the font of the digits.
    struct Measured {
        std::string text;
        float width;
    };

    /// A hatching that many cells have, and the ground under their digits.
    struct Hatched {
        Stamp stamp;
        Color ground = 0;
    };

    /// Returns the opacity of a cell. @param share opacity of a fully dimmed cell
    [[nodiscard]] float stepped(bool lit, float share) const {
        return lit ? 1.0f : 1 - (1 - share) * spec_.dimming;
    }
    [[nodiscard]] std::size_t placeInRows(Cell cell) const {
        return static_cast<std::size_t>(cell.row * spec_.values.cols() + cell.col);
    }
    [[nodiscard]] float hatchedShare(Cell cell, bool masked) const;
    [[nodiscard]] bool isLit(Cell cell) const;

    /// True for a cell that was blocked by the mask that was taken off.
    [[nodiscard]] bool isLifted(Cell cell) const {
        return spec_.lifted && (*spec_.lifted)(cell) == 0;
    }

    /// True for a cell that the mask blocks, or blocked before it was taken off, and that has
    /// weight all the same.
    [[nodiscard]] bool leaks(Cell cell, double value, bool masked) const {
        if (spec_.domain == Domain::weights) return (masked || isLifted(cell)) && value > 0;
        return !masked && isLifted(cell);
    }

    [[nodiscard]] Hatched& hatchedAs(Cell cell, bool leaks, bool lit);
    /// Hatches a whole cell. @return the ground of its digits: the colour that is nearer to the ink
    Color hatched(const Rect& box, Cell cell, bool leaks, bool lit);
    /// Hatches the left `share` of a cell. @return the ground of its digits
    Color wiped(const Rect& box, Cell cell, float share, bool leaks, float strength);
    /// Draws the hatching of a cell into a box. @return the ground of its digits
    Color hatch(const Rect& box, Cell cell, bool leaks, float strength);

    [[nodiscard]] Measured measured(std::string text) const;
    /// Formats a number, with fewer decimals where it is wider than `room`, as during a drag.
    [[nodiscard]] Measured number(double value, bool masked, float room) const;

    struct CellLook {
        double value = 0;
        bool masked = false;
        bool leaks = false;
        bool lit = false;
        bool newest = false;
    };
    /// Draws a cell whose number is hidden: a dotted edge, and in the asked cell a question mark.
    void hidden(const Rect& box, Cell cell);
    void digits(const Rect& box, const CellLook& cell, Color ground);
    /// Draws a tick or a cross in a cell that is too small for type.
    void sign(const Rect& box, bool masked, Color ink);

    Painter& painter_;
    const GridSpec& spec_;
    float radius_;  ///< of the corners of cells
    std::vector<CellRange> lit_in_row_;
    ChangeMarks changes_;
    Stamp filled_;
    Stamp dotted_;
    std::array<Hatched, 4> hatched_;  ///< 2 if the cell leaks, plus 1 if it is lit
    std::map<std::tuple<std::uint32_t, bool, bool>, Hatched>
        blocked_;  ///< of a mask: by blocking rules, whether painted, whether lit
};

}  // namespace lookback

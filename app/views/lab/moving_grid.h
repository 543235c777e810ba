#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/look/drawn_shapes.h"
#include "app/look/motion.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// What stands around the cells of a matrix in a figure.
struct PartLook {
    std::optional<ImVec2> title;  ///< its middle
    bool is_brief = false;        ///< the title is the symbol
    bool has_row_labels = false;
    bool has_column_labels = false;
    float label_width = 0;  ///< of those beside the rows
};

/// How a matrix stands at rest.
[[nodiscard]] DrawnGrid drawnGridOf(const Scene& scene, const StageGrid& grid,
                                    const PartLook& look);

/// True where the document still has what stood there.
[[nodiscard]] bool canDraw(const Scene& scene, const DrawnGrid& grid);

/// The matrix as it stood: its numbers are those of the document as it is.
[[nodiscard]] StageGrid gridOf(const Scene& scene, const DrawnGrid& grid);

/// Takes what was drawn in the cells of a grid to where the cells are seen.
class CellsOnTheWay {
public:
    /// @param first of the whole matrix, that the grid shows
    CellsOnTheWay(const GridSpec& drawn, Cell first, const DrawnGrid& seen);

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
    ScreenPoint seen_;
    float type_;  ///< how much larger the type is seen
    bool is_centered_;
    std::vector<ImVec2> columns_;
    std::vector<ImVec2> rows_;  ///< relative to the first
};

/// A matrix of a figure between where it was and where it is to stand. Its cells are drawn where
/// they are to stand, and take the pointer there; then what was drawn is moved.
class MovingGrid {
public:
    /// @param now where it is to stand
    MovingGrid(const Scene& scene, Painter& painter, DrawnGrid now);

    /// False: it is to be drawn as always.
    [[nodiscard]] bool isOnItsWay() const { return seen_.has_value(); }

    /// Before the cells are drawn: how they look on the way.
    void prepare(StageGrid& grid) const;
    /// After that: takes them to where they are seen, and draws title and labels there.
    /// @param marks so much room stands between the labels and the cells, beside and above them
    void finish(const StageGrid& grid, const DrawnPart& cells, ImVec2 marks) const;

private:
    [[nodiscard]] const DrawnGrid* before() const;
    [[nodiscard]] bool isAsBefore() const;
    /// True in the first half of its way.
    [[nodiscard]] bool isAsItWas() const;

    const Scene& scene_;
    Painter& painter_;
    DrawnGrid now_;
    const DrawnGrid* was_;
    std::optional<DrawnGrid> seen_;
};

/// Matrices that stood on the screen and are not among these any more fade out.
/// @return how they are seen
[[nodiscard]] std::vector<DrawnGrid> drawLeaving(const Scene& scene, Painter& painter,
                                                 std::span<const MatrixId> staying);

}  // namespace lookback

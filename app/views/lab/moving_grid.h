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

/// Title and labels around the cells of a matrix in a figure.
struct PartLook {
    std::optional<ImVec2> title;  ///< middle of the title
    bool is_brief = false;        ///< the title is the symbol
    bool has_row_labels = false;
    bool has_column_labels = false;
    float label_width = 0;  ///< pixels, of the labels beside the rows
};

/// Returns a matrix as drawn at rest.
[[nodiscard]] DrawnGrid drawnGridOf(const Scene& scene, const StageGrid& grid,
                                    const PartLook& look);

/// True if the document has all cells of a drawn matrix.
[[nodiscard]] bool canDraw(const Scene& scene, const DrawnGrid& grid);

/// Returns the grid of a matrix as it was drawn, with the numbers of the present document.
[[nodiscard]] StageGrid gridOf(const Scene& scene, const DrawnGrid& grid);

/// Maps positions in the cells of a grid at rest to positions in the middle of a motion.
class CellsOnTheWay {
public:
    /// @param drawn the grid as its cells are drawn, at rest. @param first cell of the whole matrix
    /// that the grid shows. @param seen the matrix in the middle of its motion
    CellsOnTheWay(const GridSpec& drawn, Cell first, const DrawnGrid& seen);

    /// Returns the moved position of a vertex. @param is_type it belongs to a letter, which keeps
    /// its shape
    ImVec2 operator()(ImVec2 point, bool is_type) const;

    /// Returns the offset of the label of a row or a column, in pixels.
    [[nodiscard]] ImVec2 ofRow(Index row) const;
    [[nodiscard]] ImVec2 ofColumn(Index col) const;

private:
    [[nodiscard]] ImVec2 cornerOf(Index row, Index col) const;

    ImVec2 at_;
    ImVec2 cell_;
    ImVec2 pitch_;
    float half_gap_;
    ScreenPoint seen_;
    float type_;  ///< factor of the size of type
    bool is_centered_;
    std::vector<ImVec2> columns_;
    std::vector<ImVec2> rows_;  ///< relative to the first
};

/// A matrix of a figure in the middle of its motion. Its cells are drawn at their goal, where they
/// take the pointer; then the triangles are moved.
class MovingGrid {
public:
    /// @param now the matrix at its goal
    MovingGrid(const Scene& scene, Painter& painter, DrawnGrid now);

    /// False for a matrix at rest, which is drawn as usual.
    [[nodiscard]] bool isOnItsWay() const { return seen_.has_value(); }

    /// Sets the look of the cells in this moment of the motion. Call before they are drawn.
    void prepare(StageGrid& grid) const;
    /// Moves the drawn cells to their position in the motion, and draws title and labels there.
    /// @param marks width and height of the marks between the labels and the cells
    void finish(const StageGrid& grid, const DrawnPart& cells, ImVec2 marks) const;

private:
    [[nodiscard]] const DrawnGrid* before() const;
    [[nodiscard]] bool isAsBefore() const;
    /// True in the first half of the motion, which draws the matrix as before.
    [[nodiscard]] bool isAsItWas() const;

    const Scene& scene_;
    Painter& painter_;
    DrawnGrid now_;
    const DrawnGrid* was_;
    std::optional<DrawnGrid> seen_;
};

/// Draws, fading out, the matrices that were on the screen and are not in `staying`. @return these
/// matrices as drawn in this frame
[[nodiscard]] std::vector<DrawnGrid> drawLeaving(const Scene& scene, Painter& painter,
                                                 std::span<const MatrixId> staying);

}  // namespace lookback

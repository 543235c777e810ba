#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/scene.h"
#include "app/widgets/cell_fit.h"
#include "app/widgets/matrix_grid.h"
#include "app/widgets/tooltip.h"

namespace lookback {

/// A named matrix as a grid: its values, colours and hatching, and the cells that are lit because
/// the pointer is on them or on a cell that they belong to.
class StageGrid {
public:
    StageGrid(const Scene& scene, MatrixId id);

    GridSpec spec;

    /// Shows only the columns that belong to the head on screen, of a matrix that holds all heads.
    void showHeadOnly(const Scene& scene);

    /// Shows only one row.
    void showRowOnly(Index row);

    /// Shows only what the window on large matrices shows. @param rows_are_keys the rows are the
    /// tokens that are asked, as in K and V where they are operands.
    void showWindow(const Scene& scene, bool rows_are_keys = false);

    /// Shows only these cells.
    void cut(Cell first, Index rows, Index cols);

    /// Shows the same cells of another variant, or a difference, in their place. @param values of
    /// the same shape as the whole matrix. @param mask whose cells are hatched; none: nothing is
    /// @param room of its numbers, with the bound of their colours
    void showInstead(const MatrixView& values, std::optional<MatrixView> mask,
                     const DigitRoom& room);

    /// True where the window does not show all of it.
    [[nodiscard]] bool isCut() const { return is_cut_; }

    /// The row and column of the whole matrix with which the cells shown begin.
    [[nodiscard]] Cell first() const { return {first_row_, first_col_}; }

    [[nodiscard]] MatrixId id() const { return id_; }
    /// The cells that are lit by what is pointed at.
    [[nodiscard]] const std::vector<CellRange>& lit() const { return lit_; }
    /// The room of its numbers, also where the bound of its colours is that of several matrices.
    [[nodiscard]] const DigitRoom& room() const { return room_; }
    /// The range of the colours, for the legend: `−1.4 … 1.4`.
    [[nodiscard]] std::string range() const;

    /// What pointing at a shown cell points at.
    [[nodiscard]] Target target(const Scene& scene, Cell shown) const;

    /// Applies a size of cells.
    void resize(const CellFit& fit);

    /// Where the cells stand that are lit, as far as they are shown.
    [[nodiscard]] std::vector<Rect> litRects() const;

    /// Draws the grid, tells the scene what is pointed at, and shows the tooltip of a cell.
    GridEvents draw(Painter& painter, const Scene& scene);

private:
    /// Of the cells of a mask that are seen; none of other matrices.
    [[nodiscard]] std::vector<Verdict> verdicts(const Mask& mask) const;
    [[nodiscard]] std::vector<Rect> readWith(const Scene& scene, Cell cell) const;
    /// The place in the whole matrix of a cell that is shown.
    [[nodiscard]] Cell whole(Cell shown) const {
        return {shown.row + first_row_, shown.col + first_col_};
    }

    MatrixId id_;
    bool is_cut_ = false;
    Index first_row_ = 0;
    Index first_col_ = 0;
    std::vector<CellRange> lit_;
    DigitRoom room_;
};

/// True where a cell or token is pointed at or locked, so that cells that are not lit are dimmed.
[[nodiscard]] bool isPointing(const Scene& scene);

/// Locks a cell, or lets go of it where it is the one that is locked.
void toggleLock(const Scene& scene, const Target& target);

/// In a tooltip about `item`: the name of a cell, all its digits, and who masks it.
void nameInTooltip(const Scene& scene, const Rect& item, const Target& target,
                   TooltipOptions options);

/// The cells of one matrix that are lit: the target itself, its inputs and, of a given number that
/// one points at, what depends on it; or the row of the token that is pointed at.
[[nodiscard]] std::vector<CellRange> litCells(const Scene& scene, MatrixId id);

/// True where a given number is pointed at and cells of this matrix could depend on it: those that
/// do not are dimmed, even if that is all of them.
[[nodiscard]] bool mayDepend(const Scene& scene, MatrixId id);

/// A heading of a panel in small capitals.
void panelHeading(Painter& painter, ImVec2 at, std::string_view text, Color color);

/// Numbers from 1 as labels of dimensions.
[[nodiscard]] std::vector<std::string> dimensionLabels(Index count);

/// What a tooltip says of a cell that is hatched, or painted: every rule that blocks it by its name
/// and why, what the hand did, and whether the cell has weight all the same. Empty for others.
[[nodiscard]] std::string maskWords(const Scene& scene, const Target& target);

/// As above for a cell of a variant's mask, without a word about its weight.
/// @param where stands behind "Masked" and "Allowed": ` in A`, or empty
[[nodiscard]] std::string maskWords(const Variant& variant, Cell cell,
                                    const std::vector<std::string>& labels, std::string_view where);

}  // namespace lookback

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

    /// Shows only the rows and columns that are on screen of a large matrix. @param rows_are_keys
    /// the rows are keys, as those of K and V as operands
    void showWindow(const Scene& scene, bool rows_are_keys = false);

    /// Shows only these cells.
    void cut(Cell first, Index rows, Index cols);

    /// Shows other values in place of those of the document: the same cells of another variant, or
    /// a difference. @param values of the shape of the whole matrix. @param mask whose blocked
    /// cells are hatched; none: no cell is hatched. @param room of the digits, with the bound of
    /// the colours
    /// @param source whose values they are
    void showInstead(const MatrixView& values, std::optional<MatrixView> mask,
                     const DigitRoom& room, MatrixSource source);

    /// True if a part of the matrix is not on screen.
    [[nodiscard]] bool isCut() const { return is_cut_; }

    /// The first shown cell, in the whole matrix.
    [[nodiscard]] Cell first() const { return {first_row_, first_col_}; }

    [[nodiscard]] MatrixId id() const { return id_; }
    /// The cells that are lit because of the cell or token under the pointer.
    [[nodiscard]] const std::vector<CellRange>& lit() const { return lit_; }
    /// The room of the digits. Its bound of the colours may be that of several matrices.
    [[nodiscard]] const DigitRoom& room() const { return room_; }
    /// The range of the colours, for the legend: `−1.4 … 1.4`.
    [[nodiscard]] std::string range() const;

    /// Returns the target of a shown cell.
    [[nodiscard]] Target target(const Scene& scene, Cell shown) const;

    /// Applies a size of cells.
    void resize(const CellFit& fit);

    /// Returns the boxes of the lit cells that are shown.
    [[nodiscard]] std::vector<Rect> litRects() const;

    /// Notes that the pointer is on the matrix (pointAtMatrix).
    void notePointed(const Scene& scene) const;

    /// Draws the grid, notes the cell under the pointer in the scene and shows its tooltip.
    GridEvents draw(Painter& painter, const Scene& scene);

private:
    /// Returns the verdicts of the shown cells of a mask, row by row; empty for other matrices.
    [[nodiscard]] std::vector<Verdict> verdicts(const Mask& mask) const;
    /// Returns the areas that a tooltip of this cell must not cover.
    [[nodiscard]] std::vector<Rect> readWith(const Scene& scene, Cell cell) const;
    /// Returns the position of a shown cell in the whole matrix.
    [[nodiscard]] Cell whole(Cell shown) const {
        return {shown.row + first_row_, shown.col + first_col_};
    }

    MatrixId id_;
    MatrixSource source_ = MatrixSource::document;
    bool is_cut_ = false;
    Index first_row_ = 0;
    Index first_col_ = 0;
    std::vector<CellRange> lit_;
    DigitRoom room_;
};

/// Notes the matrix under the pointer, and opens its menu by a right click.
void pointAtMatrix(const Scene& scene, const PointedMatrix& matrix);

/// Returns the decimals of all matrices on the screen beside the figure: those of its digits.
[[nodiscard]] int shownDecimals(const Scene& scene);
/// Notes the decimals of a figure of these cells, if they have digits, for `shownDecimals`.
void noteFigureDecimals(const Scene& scene, const CellFit& fit);

/// True where a cell or token is pointed at or locked, so that cells that are not lit are dimmed.
[[nodiscard]] bool isPointing(const Scene& scene);

/// Answers the task of the lesson with a cell that was clicked, if that matrix can answer it.
/// @return true if it was the answer
bool answersWith(const Scene& scene, const Target& target);

/// Reads the row of a token that was clicked, or answers the task of the lesson with it.
void chooseToken(const Scene& scene, Index token);

/// Locks a cell, or unlocks it where it is the locked cell.
void toggleLock(const Scene& scene, const Target& target);

/// Shows a tooltip about `item`: the name of a cell, all its digits, and the rules that block it.
void nameInTooltip(const Scene& scene, const Rect& item, const Target& target,
                   TooltipOptions options);

/// Returns the lit cells of one matrix: the target itself, its inputs and, for a given number under
/// the pointer, the cells that depend on it; or the row of the token under the pointer.
[[nodiscard]] std::vector<CellRange> litCells(const Scene& scene, MatrixId id);

/// True if a given number is under the pointer and cells of this matrix could depend on it: cells
/// that do not are dimmed, even if none is left.
[[nodiscard]] bool mayDepend(const Scene& scene, MatrixId id);

/// Draws a heading of a panel in small capitals.
void panelHeading(Painter& painter, ImVec2 at, std::string_view text, Color color);

/// Returns the numbers from 1 as labels of dimensions.
[[nodiscard]] std::vector<std::string> dimensionLabels(Index count);

/// Returns the words of a tooltip about a hatched or painted cell: each rule that blocks it with
/// its reason, the effect of painting, and whether the cell has weight all the same. Empty for
/// other cells.
[[nodiscard]] std::string maskWords(const Scene& scene, const Target& target);

/// As above for a cell of the mask of a variant, without the words about its weight. @param side
/// that is named; nothing: there is only one
[[nodiscard]] std::string maskWords(const Wording& wording, const Variant& variant, Cell cell,
                                    const std::vector<std::string>& labels,
                                    std::optional<Side> side);

}  // namespace lookback

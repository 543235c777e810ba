#pragma once

#include <array>
#include <vector>

#include "core/base/matrix_view.h"
#include "core/document/matrix_id.h"
#include "core/explain/cell_range.h"

namespace lookback {

struct Document;

/// Marks on single cells of the weights and stages of one document.
class CellMarks {
public:
    /// No cell is marked, of no document in particular.
    CellMarks() = default;

    /// Marks the cells of a range, as far as the document has them. Of a matrix that the document
    /// does not have, nothing is marked.
    void mark(const Document& document, const CellRange& range);
    /// Marks every cell that is marked in `other`, of a document with the same shapes.
    void add(const CellMarks& other);

    [[nodiscard]] bool empty() const;
    /// True where a cell of the matrix is marked, in any head.
    [[nodiscard]] bool hasAny(MatrixId id) const;
    /// @param head of a matrix that every head has; others ignore it
    [[nodiscard]] bool has(MatrixId id, Index head, Cell cell) const;
    /// The marks of a matrix as 1 and 0, for as long as these marks live and stay; an empty view
    /// where no cell of it is marked.
    [[nodiscard]] MatrixView of(MatrixId id, Index head) const;

private:
    friend class MarkSpreading;
    using Marks = Matrix<unsigned char>;

    [[nodiscard]] const Marks* find(MatrixId id, Index head) const;

    /// By matrix, then by head; empty: no cell of the matrix is marked.
    std::array<std::vector<Marks>, kMatrixCount> marks_;
};

/// Marks all cells that are computed from marked cells, through all stages and heads of a document.
/// A weight follows from every score of its row, or of its column, and a context from every weight
/// of its row and every value of its column, whatever the mask removes: whoever knows the result
/// may conclude the operand. A blocked score that the masking method replaces follows from its
/// pair of the mask alone.
void markFollowing(const Document& document, CellMarks& marks);

}  // namespace lookback

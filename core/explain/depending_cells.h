#pragma once

#include <vector>

#include "core/engine/trace.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// True for the cells of a matrix that depend on the cell in question.
using Reached = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A stage in one head, and the cells of its operands that depend on the cell in question.
struct Forwards {
    const Document& document;
    const Trace& trace;
    MatrixId id;
    MatrixId left_id;
    Index head;
    Reached left;
    Reached right;
    Reached bias{};  ///< (1, columns); empty where none is added

    [[nodiscard]] bool allowed(Index row, Index key) const {
        return trace.view(MatrixId::mask)(row, key) != 0;
    }
    /// A masked weight that is exactly 0. @param weights (n, n)
    [[nodiscard]] bool isSilent(const MatrixView& weights, Index row, Index key) const {
        return weights(row, key) == 0 && !allowed(row, key);
    }
};

/// Marks the cells of a stage that are computed from marked cells of its operands.
/// @param out the cells of the stage in one head, none marked
void reachThrough(const Forwards& f, Reached& out);

/// The cells that depend on a cell, without the cell itself: follows the computation forwards
/// through all stages and heads, as `inputsOf` goes one stage back. A cell depends on all inputs of
/// its arithmetic, however small their share, but not on inputs that the mask removes: a blocked
/// score that is replaced, a masked weight that is exactly 0, and the value multiplied by that
/// weight. A masked weight that is exactly 0 depends on nothing.
/// @param head of a matrix that exists once a head; 0 otherwise
/// @return in the order of the stages; within a matrix by rows, without overlaps
[[nodiscard]] std::vector<CellRange> dependentsOf(const Document& document, const Trace& trace,
                                                  MatrixId id, Index head, Cell cell);

/// Some cells and all that depend on any of them: the union of `dependentsOf`, in one pass.
/// @param cells within their matrices
[[nodiscard]] std::vector<CellRange> withDependents(const Document& document, const Trace& trace,
                                                    const std::vector<CellRange>& cells);

/// True for a matrix that is not computed from others: weights, embeddings and positions.
[[nodiscard]] bool isGiven(const Document& document, MatrixId id);

}  // namespace lookback

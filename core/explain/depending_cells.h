#pragma once

#include <vector>

#include "core/attention/trace.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// Which cells of a matrix are reached.
using Reached = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One stage in one head, and what is reached of its operands.
struct Forwards {
    const Document& document;
    const Trace& trace;
    MatrixId id;
    MatrixId left_id;
    Index head;
    Reached left;
    Reached right;

    [[nodiscard]] bool allowed(Index row, Index key) const {
        return trace.view(MatrixId::mask)(row, key) != 0;
    }
    /// A masked weight that is exactly 0. @param weights (n, n)
    [[nodiscard]] bool isSilent(const MatrixView& weights, Index row, Index key) const {
        return weights(row, key) == 0 && !allowed(row, key);
    }
};

/// Marks what one stage makes from what is reached of its operands.
/// @param out of the shape of what the stage makes in one head
void reachThrough(const Forwards& f, Reached& out);

/// The cells that depend on a cell, itself not among them: the computation forwards, as `inputsOf`
/// goes backwards, through all stages and heads. A cell depends on what its arithmetic takes in,
/// whatever that weighs there. What the mask has taken away is not taken in: a blocked score that
/// is replaced, a masked weight that is exactly 0, and the value that it would be multiplied with.
/// A masked weight that is exactly 0 depends on nothing.
/// @param head of a matrix that exists once a head; 0 otherwise
/// @return in the order of the stages; within a matrix by rows, without overlaps
[[nodiscard]] std::vector<CellRange> dependentsOf(const Document& document, const Trace& trace,
                                                  MatrixId id, Index head, Cell cell);

/// True for the numbers that nothing in the computation makes: those of the document, and the
/// positions.
[[nodiscard]] bool isGiven(const Document& document, MatrixId id);

}  // namespace lookback

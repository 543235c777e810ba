#pragma once

#include "core/explain/explain.h"

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

}  // namespace lookback

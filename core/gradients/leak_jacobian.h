#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/base/gives_up.h"
#include "core/engine/trace.h"

namespace lookback {

/// Frobenius norms of the blocks d result_i / d x_j, x_j being row j of the embeddings, in double
/// precision at the numbers of the trace, over the finite numbers of result_i. Exactly 0 where a
/// key has no share in a query's softmax; NaN where no number of result_i is finite.
/// @return (n, n)
[[nodiscard]] Matrix<double> jacobianNorms(const Document& document, const Trace& trace,
                                           const GivesUp& gives_up = {});

/// The norms of one result. @return n numbers
[[nodiscard]] std::vector<double> jacobianNorms(const Document& document, const Trace& trace,
                                                Index output);

/// Visits blocks off the diagonal, transposed: (d_in, d_out), row = number of x_j, column = number
/// of result_i.
/// @param cells (i, j) with i other than j, in rows that are not NaN
void visitBlocks(const Document& document, const Trace& trace, std::span<const Cell> cells,
                 const std::function<void(Cell, const Matrix<double>&)>& visit);

}  // namespace lookback

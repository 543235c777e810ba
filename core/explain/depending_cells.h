#pragma once

#include "core/explain/explain.h"

namespace lookback {

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

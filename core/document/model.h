#pragma once

#include <vector>

#include "core/document/document.h"

namespace lookback {

// What a person does to the model around the numbers: heads, positions, scale, precision, W_o.
// Where the new document would not fit together, `faults` says so; whoever edits asks it.

/// The numbers of heads into which the columns of W_q, W_k and W_v can be split evenly, from 1 up.
[[nodiscard]] std::vector<Index> headCounts(const Document& document);

/// Splits the columns into so many heads; slopes of ALiBi become those of the paper again.
void setHeads(Document& document, Index heads);

/// How places are told from now on. A learned table begins with zeros, so that nothing changes
/// until one edits it; the base of angles stays.
void setPositions(Document& document, PositionKind kind);

/// The nearest value that the precision holds, as finite as it was: -65504 of float16 for -1e9.
[[nodiscard]] double fittingValue(DType dtype, double value);

/// Puts W_o behind the context, as the identity that changes nothing yet, or takes it away.
void setOutput(Document& document, bool has_output);

}  // namespace lookback

#pragma once

#include <vector>

#include "core/attention/touched.h"
#include "core/document/document.h"

namespace lookback {

// What differs between two documents, found by comparing them to the last bit: 0 and -0 differ.

/// True where every matrix of the trace has the same shape and scalar for both.
[[nodiscard]] bool haveSameShapes(const Document& was, const Document& is);

[[nodiscard]] bool sameBits(double a, double b);
[[nodiscard]] bool sameBits(const std::vector<double>& a, const std::vector<double>& b);

/// The rows that differ. Matrices that the documents share are not looked at.
[[nodiscard]] Touched editedRows(const SharedMatrix& was, const SharedMatrix& is);

/// The rows (queries) for which a mask may have changed.
[[nodiscard]] Touched editedRows(const Mask& was, const Mask& is);

/// The columns that differ, in the heads that they belong to. @param width columns of a head
[[nodiscard]] Touched editedColumns(const SharedMatrix& was, const SharedMatrix& is, Index width);

}  // namespace lookback

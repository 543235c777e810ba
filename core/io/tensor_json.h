#pragma once

#include <iosfwd>

#include "core/attention/trace.h"

namespace lookback {

/// A named tensor as an object: its id, its shape (a matrix a head has three dimensions) and its
/// numbers, a row a line. The object stands at four spaces.
void writeTensorJson(std::ostream& out, MatrixId id, const Tensor& tensor);

}  // namespace lookback

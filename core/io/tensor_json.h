#pragma once

#include <iosfwd>
#include <string>

#include "core/attention/trace.h"

namespace lookback {

/// The shape as a list: three numbers for a matrix that exists once a head.
[[nodiscard]] std::string jsonShape(MatrixId id, const Tensor& tensor);

/// The numbers as lists in lists, a row a line. @param indent of the line that they begin on
void writeValuesJson(std::ostream& out, MatrixId id, const Tensor& tensor, int indent);

/// A named tensor as an object: its id, its shape (a matrix a head has three dimensions) and its
/// numbers, a row a line. The object stands at four spaces.
void writeTensorJson(std::ostream& out, MatrixId id, const Tensor& tensor);

}  // namespace lookback

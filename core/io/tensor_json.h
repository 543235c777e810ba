#pragma once

#include <iosfwd>
#include <string>

#include "core/engine/trace.h"

namespace lookback {

/// The shape as a list: three numbers for a matrix that every head has, one for a bias.
[[nodiscard]] std::string jsonShape(MatrixId id, const Tensor& tensor);

/// The numbers as lists in lists, a row a line. @param indent of the line that they begin on
void writeValuesJson(std::ostream& out, MatrixId id, const Tensor& tensor, int indent);

/// A tensor as an object: its id, its shape and its numbers, each row on a line. The object is
/// indented by four spaces.
void writeTensorJson(std::ostream& out, MatrixId id, const Tensor& tensor);

}  // namespace lookback

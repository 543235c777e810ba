#pragma once

#include <string>
#include <string_view>

#include "core/base/matrix_view.h"
#include "core/code/code.h"

namespace lookback {

// Numbers and arrays as code has them.

/// The shortest digits that read back exactly, always with a point or an exponent, in Python as in
/// C++: `2.0`, `-1e9`. NaN and infinities: `nan`, `inf`, `-inf`, names of Python's module math.
[[nodiscard]] std::string codeNumber(double value, ScalarKind kind = ScalarKind::float64);

/// A number of a document as its computation has it, rounded to the dtype; infinities as
/// `float("-inf")`.
[[nodiscard]] std::string pythonScalar(const Document& document, double value);

/// The dtype in which the code keeps the document's numbers: `torch.float32`.
[[nodiscard]] std::string_view pythonDType(const Document& document, CodeLibrary library);

/// An array of nested lists, in that dtype: `torch.tensor([1.0])`.
[[nodiscard]] std::string pythonArray(const Document& document, CodeLibrary library,
                                      std::string_view lists);

}  // namespace lookback

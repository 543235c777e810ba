#pragma once

#include <type_traits>

#include "core/document/document.h"

namespace lookback {

// The arithmetic of dtypes. Every operation is rounded to the dtype, as the CPU kernels of
// PyTorch round it: a number of the document (a weight, the divisor, the masking value, a slope)
// before it is used, an elementwise operation after each step, a product of matrices, a sum and a
// softmax once at the end, having been computed in float where the dtype has 16 bits. Measured with
// PyTorch 1.13.1 in bfloat16 (tests/reference/half.json). Versions and machines of PyTorch differ:
// - in 1.13, products of up to 16 x 16 x 16 multiplications, which oneDNN does not compute, round
//   after every addition: a bug that later versions fixed (pytorch issue 83863);
// - versions 2 keep a Python divisor in float, 1.13 and NumPy round it to the dtype first;
// - 1.13 has no product and no softmax in float16 on the CPU; here both dtypes round alike;
// - sums in float may be added up in another order, with a rare difference in the last place.

/// The type in which sums, products and softmax of a scalar are computed before they are rounded.
template <class Scalar>
using WideOf = std::conditional_t<sizeof(Scalar) == 2, float, Scalar>;

/// The sum of all entries: added up in the wide scalar, rounded once.
template <class Values>
[[nodiscard]] auto sumOf(const Values& values) {
    using Scalar = typename Values::Scalar;
    return static_cast<Scalar>(values.template cast<WideOf<Scalar>>().sum());
}

/// Calls `function` with a 0 of the scalar of a dtype. This is the only list of the engine's
/// scalars.
template <class Function>
decltype(auto) withScalar(DType dtype, Function function) {
    switch (dtype) {
        case DType::float32: return function(float());
        case DType::float16: return function(Eigen::half());
        case DType::bfloat16: return function(Eigen::bfloat16());
        case DType::float64: break;
    }
    return function(double());
}

}  // namespace lookback

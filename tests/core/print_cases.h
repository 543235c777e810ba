/// Helpers of the tests of PyTorch's and NumPy's prints.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "core/print/print_tensor.h"

namespace lookback::test {

/// A tensor of these values, rounded to its kind.
inline PrintTensor tensorOf(ScalarKind kind, std::vector<Index> shape, std::vector<double> values) {
    for (double& value : values) value = roundedTo(value, kind);
    return {std::move(shape), std::move(values), kind};
}

/// `count` numbers from `start` on, `by` apart.
inline std::vector<double> steps(int count, double start, double by) {
    std::vector<double> values;
    for (int k = 0; k < count; ++k) values.push_back(start + by * k);
    return values;
}

}  // namespace lookback::test

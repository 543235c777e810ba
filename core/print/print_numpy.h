#pragma once

#include <string>
#include <vector>

#include "core/print/print_tensor.h"

namespace lookback {

/// What `print(array)` of NumPy writes after `np.set_printoptions(precision=4, suppress=True)`.
/// Source: numpy/core/arrayprint.py, compared with NumPy 1.24.2.
[[nodiscard]] std::string printNumpy(const PrintTensor& tensor);

/// Each value as it stands in that text, without spaces around it.
[[nodiscard]] std::vector<std::string> numpyCells(const PrintTensor& tensor);

}  // namespace lookback

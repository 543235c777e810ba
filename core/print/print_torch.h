#pragma once

#include <string>
#include <vector>

#include "core/print/print_tensor.h"

namespace lookback {

/// What `print(tensor)` of PyTorch writes, without `grad_fn`: 4 digits, 80 columns; float32 is the
/// usual type, others are named. Source: torch/_tensor_str.py, compared with PyTorch 1.13.1.
[[nodiscard]] std::string printTorch(const PrintTensor& tensor);

/// Each value as it stands in that text, without spaces around it.
[[nodiscard]] std::vector<std::string> torchCells(const PrintTensor& tensor);

}  // namespace lookback

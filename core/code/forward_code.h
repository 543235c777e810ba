#pragma once

#include <vector>

#include "core/code/code.h"

namespace lookback {

// `forwardCode` of each language.

/// @param library PyTorch or NumPy @param has_batch as `batchCode`, for PyTorch
[[nodiscard]] std::vector<CodeLine> pythonForward(const Document& document, CodeLibrary library,
                                                  bool has_batch = false);

[[nodiscard]] std::vector<CodeLine> textbookForward(const Document& document);

}  // namespace lookback

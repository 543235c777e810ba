#pragma once

#include <vector>

#include "core/code/code.h"

namespace lookback {

// `forwardCode` of each language.

/// @param library PyTorch or NumPy
[[nodiscard]] std::vector<CodeLine> pythonForward(const Document& document, CodeLibrary library);

[[nodiscard]] std::vector<CodeLine> textbookForward(const Document& document);

}  // namespace lookback

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/code/code.h"

namespace lookback {

/// The lines of Python that draw a document's matrices again, seed and all.
/// @param document its draw can be run and gives its matrices
/// @return nothing where the library cannot draw them: NumPy has no numbers of PyTorch
[[nodiscard]] std::optional<std::vector<std::string>> drawCode(const Document& document,
                                                               CodeLibrary library);

/// True where the draw gives a matrix. @param id a weight, the embeddings or the positions
[[nodiscard]] bool isFromDraw(const Document& document, MatrixId id);

}  // namespace lookback

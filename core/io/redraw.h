#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/system_memory.h"

namespace lookback {

/// The document with the matrices of `draw.into` redrawn; all others stay.
/// Errors: faults of the draw, `where` is a path like `draw.program`; or the faults of the new
/// document.
/// @param allowed bytes of memory that the new document and its trace may take
[[nodiscard]] Checked<Document> redrawn(const Document& document, const Draw& draw,
                                        double allowed = allowedMemory());

/// The recipe of the document, else the usual recipe for its shapes: a layer without bias each for
/// W_q, W_k and W_v (and W_o) from seed 42 in PyTorch.
[[nodiscard]] Draw drawRecipe(const Document& document);

/// The recipe that draws W_q, W_k and W_v (and W_o) of the document's shapes: in PyTorch a layer
/// without bias each, in NumPy numbers of the standard normal distribution.
/// @param library as files spell it; the recipe of an unknown library cannot be run
[[nodiscard]] Draw layersRecipe(const Document& document, std::string_view library,
                                std::string_view seed);

/// The library of a recipe without its generator: `NumPy`.
[[nodiscard]] std::string libraryName(const Draw& draw);

/// Warnings about pitfalls of the library's draws that the recipe meets, a sentence each.
[[nodiscard]] std::vector<Message> drawTraps(const Document& document, const Draw& draw);

/// `draw.into` as typed text: `query key -`, where `-` discards a result.
[[nodiscard]] std::string writeInto(const Draw& draw);
[[nodiscard]] std::vector<std::optional<std::string>> readInto(const std::string& text);

}  // namespace lookback

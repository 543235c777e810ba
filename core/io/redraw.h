#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/system_memory.h"

namespace lookback {

/// The document with the matrices that `draw.into` names drawn anew; all others stay.
/// Errors: what the draw cannot give, `where` is a path like `draw.program`; or why the new
/// document does not fit together.
/// @param allowed bytes of memory that the new document and its trace may take
[[nodiscard]] Checked<Document> redrawn(const Document& document, const Draw& draw,
                                        double allowed = allowedMemory());

/// The recipe of the document, else the usual one for its shapes: a layer without bias each for
/// W_q, W_k and W_v (and W_o) from seed 42 in PyTorch.
[[nodiscard]] Draw drawRecipe(const Document& document);

/// The library of a recipe in one word, without which of its generators it is: `NumPy`.
[[nodiscard]] std::string libraryName(const Draw& draw);

/// What surprises people about these draws, where the recipe has it, a sentence each.
[[nodiscard]] std::vector<std::string> drawTraps(const Document& document, const Draw& draw);

/// The places that results go to, as one types them: `query key -`, where `-` discards.
[[nodiscard]] std::string writeInto(const Draw& draw);
[[nodiscard]] std::vector<std::optional<std::string>> readInto(const std::string& text);

}  // namespace lookback

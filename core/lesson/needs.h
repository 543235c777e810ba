#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

/// Why a document takes more than it may to be computed and held against its expected prints;
/// nothing where it does not. Asked before anything is computed, and of an edit before it is made.
/// @param document without `faults`; of its matrices only the widths matter
/// @param allowed bytes of memory; `where` names the field: heads, tokens, weights.query,
/// draw.program, expect[3]
[[nodiscard]] std::optional<Error> needsFault(const Document& document, double allowed);

}  // namespace lookback

#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

/// The fault of a document that takes too much memory or work to be computed and compared with its
/// expected prints; nothing where it does not. Checked before anything is computed, and before an
/// edit is made.
/// @param document without `faults`; of its matrices only the widths matter
/// @param allowed bytes of memory; `where` names the field: heads, tokens, weights.query,
/// draw.program, expect[3]
[[nodiscard]] std::optional<Error> needsFault(const Document& document, double allowed);

}  // namespace lookback

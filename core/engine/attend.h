#pragma once

#include <span>

#include "core/engine/trace.h"

namespace lookback {

/// Computes every stage that the document calls for, in its dtype. The document must be without
/// `faults`. An Engine is faster for a document after each edit.
[[nodiscard]] Trace attend(const Document& document);

/// Computes some stages only, with the same numbers as `attend`. The stages that they are computed
/// from come first; their memory is freed as soon as no later stage reads them.
/// @param wanted stages that the document calls for
[[nodiscard]] Trace attendOnly(const Document& document, std::span<const MatrixId> wanted);

}  // namespace lookback

#pragma once

#include "core/attention/trace.h"

namespace lookback {

/// Computes every stage that the document calls for, in its dtype.
/// The document must be without `faults`. Where the trace holds what was computed from a document
/// of the same shapes, only what follows from the differences is computed anew, and the result is
/// the same to the last bit as without it. Memory of `trace` is used again.
void attend(const Document& document, Trace& trace);

/// The same into a new trace.
[[nodiscard]] Trace attend(const Document& document);

}  // namespace lookback

#pragma once

#include "core/attention/trace.h"

namespace lookback {

/// Computes every stage that the document calls for, in its dtype. The document must be without
/// `faults`. Who computes one document after the other keeps an Engine.
[[nodiscard]] Trace attend(const Document& document);

}  // namespace lookback

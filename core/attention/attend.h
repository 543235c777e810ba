#pragma once

#include <span>

#include "core/attention/trace.h"

namespace lookback {

/// Computes every stage that the document calls for, in its dtype. The document must be without
/// `faults`. Who computes one document after the other keeps an Engine.
[[nodiscard]] Trace attend(const Document& document);

/// The same numbers, of some stages only: computes what these are made from, and gives back what
/// is not needed any more. @param wanted stages that the document calls for
[[nodiscard]] Trace attendOnly(const Document& document, std::span<const MatrixId> wanted);

}  // namespace lookback

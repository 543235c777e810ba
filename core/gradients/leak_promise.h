#pragma once

#include "core/attention/trace.h"
#include "core/gradients/leak_search.h"

namespace lookback {

/// Whether key, value and scores of a word are what a promise is made for: finite. A score of -inf
/// may be what masking made of it.
/// @param trace of this document
[[nodiscard]] bool isFinite(const Document& document, const Trace& trace, const HiddenWord& word);

}  // namespace lookback

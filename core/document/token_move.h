#pragma once

#include <vector>

#include "core/document/document.h"

namespace lookback {

/// Where each token of `is` stood in `was`, where one differs from the other by a token in another
/// place; words and embeddings tell tokens apart. Empty where no token was moved, or more than one.
[[nodiscard]] std::vector<Index> placesBeforeMove(const Document& was, const Document& is);

}  // namespace lookback

#pragma once

#include "core/gradients/masking_path.h"

namespace lookback {

// What methods have in common that hold blocked words off by a value, which may be −∞.

/// Why nothing gets past the value, where softmax finds −∞ whatever a blocked score was: a negative
/// scale that divides the masked scores turns −∞ into ∞. @param proviso `keys and values stay
/// finite`
[[nodiscard]] std::optional<std::string> closedByInfinity(const Document& document,
                                                          std::string_view proviso);

/// Why other numbers may get past a value that does not end in −∞.
[[nodiscard]] std::string numbersPastValue(const Masking& masking);

}  // namespace lookback

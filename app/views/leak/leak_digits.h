#pragma once

#include <string>

namespace lookback {

/// A size as the Leak test writes it: 0 where it is exactly that; what would be rounded to 0 shows
/// its power of ten, as `5e−7`.
[[nodiscard]] std::string leakDigits(double value, int decimals);

}  // namespace lookback

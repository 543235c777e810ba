#pragma once

#include <string>

namespace lookback {

/// A finite number in so many digits, as short as that can be written: `0.0077`, `1.2e9`, `3e−45`.
[[nodiscard]] std::string roughNumber(double value, int digits);

}  // namespace lookback

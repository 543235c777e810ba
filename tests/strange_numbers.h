#pragma once

#include <cmath>
#include <limits>

namespace lookback::test {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Equal, or both NaN.
inline bool isSameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace lookback::test

#pragma once

#include <string>

namespace lookback::test {

/// A number with its sign, as a person would take the difference; nothing where its digits are 0.
[[nodiscard]] std::string signedDifference(double was, double is, int decimals = 4);

}  // namespace lookback::test

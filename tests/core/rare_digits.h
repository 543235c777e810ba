#pragma once

#include <cmath>
#include <string>

#include "core/base/text.h"

namespace lookback::test {

/// The digits of a number as the program shows it, without its sign; empty where they are those of
/// many numbers, and where it has none.
inline std::string rareDigits(double value) {
    if (!std::isfinite(value)) return "";
    const std::string digits = formatNumber(std::abs(value), 4);
    const double shown = std::round(std::abs(value) * 10000) / 10000;
    // From a million on the digits are those of many numbers: 1e9.
    const bool is_common = shown == std::round(shown * 100) / 100 || digits.size() > 8 ||
                           std::abs(value) >= kPowersOfTenFrom;
    return is_common ? "" : digits;
}

}  // namespace lookback::test

#include "app/views/leak/leak_digits.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {

std::string leakDigits(double value, int decimals) {
    if (value == 0) return "0";
    if (!(value < 0.5 * std::pow(10.0, -decimals))) return formatNumber(value, decimals);
    const auto power = static_cast<int>(std::floor(std::log10(value)));
    const double leading = std::floor(value / std::pow(10.0, power));
    return fmt::format("{:.0f}e\u2212{}", std::clamp(leading, 1.0, 9.0), -power);
}

}  // namespace lookback

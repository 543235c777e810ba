#include "core/base/limits.h"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace lookback {

std::string memoryText(double bytes) {
    constexpr std::array<std::string_view, 5> kUnits{"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
    return fmt::format("{:g} {}", std::round(bytes * 10) / 10, kUnits[unit]);
}

}  // namespace lookback

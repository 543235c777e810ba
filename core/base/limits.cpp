#include "core/base/limits.h"

#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace lookback {

namespace {

std::string withDecimals(double bytes, int decimals) {
    constexpr std::array<std::string_view, 5> kUnits{"bytes", "kB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    for (; bytes >= 1000 && unit + 1 < kUnits.size(); ++unit) bytes /= 1000;
    const double power = std::pow(10, decimals);
    return fmt::format("{} {}", std::round(bytes * power) / power, kUnits[unit]);
}

}  // namespace

std::string memoryText(double bytes) { return withDecimals(bytes, 1); }

std::string memoryText(double bytes, double most) {
    constexpr int kMostDecimals = 12;
    const std::string limit = memoryText(most);
    int decimals = 1;
    while (decimals < kMostDecimals && withDecimals(bytes, decimals) == limit) ++decimals;
    return withDecimals(bytes, decimals);
}

}  // namespace lookback

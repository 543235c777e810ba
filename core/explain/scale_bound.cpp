#include "core/explain/scale_bound.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lookback {
namespace {

constexpr std::array kTenths{10.0, 14.0, 20.0, 28.0, 40.0, 56.0, 80.0, 100.0};
constexpr int kLeastExponent = -290;  ///< below, the divisor 10^-exponent would be infinite

/// count / 10 * 10^exponent. Where that is below 1, `count` is divided by a whole power of ten, so
/// that the result is the double nearest to its decimal digits.
double tenths(double count, int exponent) {
    if (exponent >= 1) return count * std::pow(10.0, exponent - 1);
    if (exponent < kLeastExponent) return count / 10 * std::pow(10.0, exponent);
    return count / std::pow(10.0, 1 - exponent);
}

}  // namespace

double largestSize(const MatrixView& values, const MatrixView& mask) {
    const auto* const allowed = mask.empty() ? nullptr : mask.data<unsigned char>();
    const double largest = values.visit([&](const auto& numbers) {
        double most = 0;
        for (Index row = 0; row < numbers.rows(); ++row) {
            for (Index col = 0; col < numbers.cols(); ++col) {
                if (allowed != nullptr && allowed[row * mask.stride() + col] == 0) continue;
                const double size = std::abs(static_cast<double>(numbers(row, col)));
                if (std::isfinite(size)) most = std::max(most, size);
            }
        }
        return most;
    });
    return roundedTo(largest, values.kind());
}

double scaleBound(Domain domain, double largest) {
    if (domain != Domain::signed_numbers || largest == 0 || !std::isfinite(largest)) return 1;
    const int exponent = static_cast<int>(std::floor(std::log10(largest)));
    for (const double count : kTenths) {
        const double bound = tenths(count, exponent);
        if (largest <= bound) return std::min(bound, std::numeric_limits<double>::max());
    }
    return std::max(largest, tenths(kTenths.back(), exponent));
}

}  // namespace lookback

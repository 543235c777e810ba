#include "core/explain/scale_bound.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lookback {
namespace {

constexpr std::array kBounds{1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0, 10.0};

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
    if (domain != Domain::signed_numbers || largest == 0) return 1;
    const double power = std::pow(10.0, std::floor(std::log10(largest)));
    for (const double bound : kBounds) {
        if (largest <= bound * power) return bound * power;
    }
    return 10 * power;
}

}  // namespace lookback

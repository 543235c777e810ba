#include "core/random/numpy_legacy.h"

#include <cmath>
#include <utility>

#include "core/random/fp_contract.h"

namespace lookback {

double NumpyLegacyGenerator::rand() { return engine_.nextUniform(); }

double NumpyLegacyGenerator::randn() {
    if (cached_normal_) return *std::exchange(cached_normal_, std::nullopt);
    double x = 0;
    double y = 0;
    double square = 0;
    while (square >= 1.0 || square == 0.0) {  // until the point lies in the circle
        x = 2.0 * rand() - 1.0;
        y = 2.0 * rand() - 1.0;
        square = x * x + y * y;
    }
    const double factor = std::sqrt(-2.0 * std::log(square) / square);
    cached_normal_ = factor * x;
    return factor * y;
}

}  // namespace lookback

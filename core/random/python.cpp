#include "core/random/python.h"

#include <cmath>
#include <numbers>

#include "core/random/fp_contract.h"

namespace lookback {

double PythonGenerator::random() { return engine_.nextUniform(); }

double PythonGenerator::gauss(double mean, double sigma) {
    std::optional<double> normal;
    normal.swap(kept_normal_);
    if (!normal) {
        const double angle = random() * (2.0 * std::numbers::pi);
        const double radius = std::sqrt(-2.0 * std::log(1.0 - random()));
        normal = std::cos(angle) * radius;
        kept_normal_ = std::sin(angle) * radius;
    }
    return mean + *normal * sigma;
}

}  // namespace lookback

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/random/mt19937.h"

namespace lookback {

/// The module `random` of Python, bit for bit: `random.seed(n)`, `random.random()` and
/// `random.gauss(mean, sigma)`. Source: measured on CPython 3.11.
class PythonGenerator {
public:
    /// `random.seed(n)` of a whole number; its sign does not count.
    /// @param seed its 32-bit words, the lowest first; none for 0
    explicit PythonGenerator(const std::vector<std::uint32_t>& seed);

    /// One number of `random.random`: uniform in [0, 1), 53 bits of two outputs.
    [[nodiscard]] double random();

    /// One number of `random.gauss`, by Box and Muller's rule. Numbers come in pairs; the second is
    /// kept for the next call, across other draws, before it is scaled.
    [[nodiscard]] double gauss(double mean, double sigma);

private:
    Mt19937 engine_;
    std::optional<double> kept_normal_;
};

}  // namespace lookback

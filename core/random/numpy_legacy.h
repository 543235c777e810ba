#pragma once

#include <cstdint>
#include <optional>

#include "core/random/mt19937.h"

namespace lookback {

/// NumPy's RandomState, bit for bit: `np.random.seed`, `np.random.rand` and `np.random.randn`.
/// Source: measured on NumPy 1.24.2; NumPy keeps this stream unchanged for good.
class NumpyLegacyGenerator {
public:
    /// `np.random.seed(seed)`.
    explicit NumpyLegacyGenerator(std::uint32_t seed) : engine_(seed) {}

    /// One number of `np.random.rand`: uniform in [0, 1), 53 bits of two outputs.
    [[nodiscard]] double rand();

    /// One number of `np.random.randn`, by Marsaglia's polar rule. Numbers come in pairs; the
    /// second is kept for the next call, across other draws.
    [[nodiscard]] double randn();

private:
    Mt19937 engine_;
    std::optional<double> cached_normal_;
};

}  // namespace lookback

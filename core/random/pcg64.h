#pragma once

#include <cstdint>
#include <vector>

#include "core/random/uint128.h"

namespace lookback {

/// NumPy's `default_rng(seed)`: SeedSequence and PCG64 (O'Neill, 2014: XSL RR 128/64).
/// Source: measured on NumPy 1.24.2.
class Pcg64Generator {
public:
    /// `np.random.default_rng(seed)`.
    /// @param seed its 32-bit words, the lowest first; any number of them, none is the seed 0.
    explicit Pcg64Generator(const std::vector<std::uint32_t>& seed);

    /// The next output, 64 bits.
    [[nodiscard]] std::uint64_t next();

    /// One number of `.random()`: uniform in [0, 1), 53 bits. Exact.
    [[nodiscard]] double random();

    /// One number of `.standard_normal()`, by the ziggurat. Exact where zigguratTables() are,
    /// within 1e-13 of it elsewhere.
    [[nodiscard]] double standardNormal();

    [[nodiscard]] UInt128 state() const { return state_; }
    [[nodiscard]] UInt128 increment() const { return increment_; }

private:
    void step();
    [[nodiscard]] double tail();

    UInt128 increment_;
    UInt128 state_;
};

}  // namespace lookback

#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lookback {

/// An unsigned number of 128 bits; arithmetic wraps around. Not every compiler has such a type.
struct UInt128 {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    bool operator==(const UInt128&) const = default;
};

[[nodiscard]] constexpr UInt128 operator+(UInt128 a, UInt128 b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1U : 0U), low};
}

/// The product of two numbers of 64 bits, in full.
[[nodiscard]] constexpr UInt128 wideProduct(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kLowHalf = 0xffffffffU;
    const std::uint64_t low = (a & kLowHalf) * (b & kLowHalf);
    const std::uint64_t cross = (a >> 32) * (b & kLowHalf) + (low >> 32);
    const std::uint64_t middle = (a & kLowHalf) * (b >> 32) + (cross & kLowHalf);
    return {(a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32),
            middle << 32 | (low & kLowHalf)};
}

[[nodiscard]] constexpr UInt128 operator*(UInt128 a, UInt128 b) {
    UInt128 product = wideProduct(a.low, b.low);
    product.high += a.high * b.low + a.low * b.high;
    return product;
}

/// NumPy's SeedSequence: spreads the bits of a seed over the state of a generator.
class SeedSequence {
public:
    /// @param seed its 32-bit words, the lowest first; any number of them, none is the seed 0.
    explicit SeedSequence(const std::vector<std::uint32_t>& seed);

    /// `SeedSequence(seed).generate_state(4, np.uint64)`.
    [[nodiscard]] std::array<std::uint64_t, 4> generateState() const;

private:
    std::array<std::uint32_t, 4> pool_{};
};

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

    /// One number of `.standard_normal()`, by the ziggurat. Exact with the GNU C library,
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

#pragma once

#include <cstdint>

namespace lookback {

/// An unsigned number of 128 bits; arithmetic wraps around. Not every compiler has one of its own.
struct UInt128 {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    bool operator==(const UInt128&) const = default;
};

[[nodiscard]] constexpr UInt128 operator+(UInt128 a, UInt128 b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1U : 0U), low};
}

/// The whole product of two numbers of 64 bits.
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

}  // namespace lookback

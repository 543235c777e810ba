#pragma once

#include <cstdint>
#include <random>

namespace lookback {

/// The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998). PyTorch, NumPy's RandomState and
/// the standard library seed it by the same rule, so one seed gives one stream in all three.
class Mt19937 {
public:
    explicit Mt19937(std::uint32_t seed) : engine_(seed) {}

    /// The next output, 32 bits.
    [[nodiscard]] std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }

    /// True where the same outputs follow.
    bool operator==(const Mt19937&) const = default;

private:
    std::mt19937 engine_;
};

}  // namespace lookback

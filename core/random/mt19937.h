#pragma once

#include <cstdint>
#include <random>

namespace lookback {

/// The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998).
class Mt19937 {
public:
    /// PyTorch, NumPy's RandomState and the standard library seed it by the same rule, so one seed
    /// gives one stream in all three.
    explicit Mt19937(std::uint32_t seed) : engine_(seed) {}

    /// Takes its state from a seed sequence, as the standard library defines it.
    template <class Sequence>
    requires requires(Sequence& sequence, std::uint32_t* place) { sequence.generate(place, place); }
    explicit Mt19937(Sequence sequence) : engine_(sequence) {}

    /// The next output, 32 bits.
    [[nodiscard]] std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }

    /// Uniform in [0, 1), 53 bits of the next two outputs, as NumPy and Python make them.
    [[nodiscard]] double nextUniform() {
        const double high = next() >> 5;  // 27 bits
        const double low = next() >> 6;   // 26 bits
        return (high * 0x1p26 + low) / 0x1p53;
    }

    /// True where the same outputs follow.
    bool operator==(const Mt19937&) const = default;

private:
    std::mt19937 engine_;
};

}  // namespace lookback

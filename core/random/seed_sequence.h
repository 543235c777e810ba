#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lookback {

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

}  // namespace lookback

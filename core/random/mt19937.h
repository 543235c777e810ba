#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace lookback {

/// The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998).
class Mt19937 {
public:
    /// PyTorch, NumPy's RandomState and the standard library seed it by the same rule, so one seed
    /// gives one stream in all three.
    explicit Mt19937(std::uint32_t seed) : engine_(seed) {}

    /// Python seeds it by a number of any size: the authors' initialisation by array (2002).
    /// @param words of 32 bits, the lowest first; none stand for 0
    explicit Mt19937(std::span<const std::uint32_t> words) {
        ArrayState state(words);
        engine_.seed(state);
    }

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
    using State = std::array<std::uint32_t, std::mt19937::state_size>;

    /// Hands the engine its state, as the standard library asks a seed sequence for it.
    class ArrayState {
    public:
        // NOLINTNEXTLINE(readability-identifier-naming): as std::mt19937 asks for
        using result_type = std::uint32_t;

        explicit ArrayState(std::span<const std::uint32_t> words) {
            const std::array<std::uint32_t, 1> zero{0};
            if (words.empty()) words = zero;
            state_[0] = 19650218U;
            for (std::size_t k = 1; k < state_.size(); ++k) {
                state_[k] = mixed(state_[k - 1], 1812433253U) + static_cast<std::uint32_t>(k);
            }
            std::size_t at = 1;
            const auto step_on = [&] {
                if (++at < state_.size()) return;
                state_[0] = state_.back();
                at = 1;
            };
            std::size_t word = 0;
            for (std::size_t k = std::max(state_.size(), words.size()); k > 0; --k) {
                state_[at] = (state_[at] ^ mixed(state_[at - 1], 1664525U)) + words[word] +
                             static_cast<std::uint32_t>(word);
                step_on();
                word = (word + 1) % words.size();
            }
            for (std::size_t k = state_.size() - 1; k > 0; --k) {
                state_[at] = (state_[at] ^ mixed(state_[at - 1], 1566083941U)) -
                             static_cast<std::uint32_t>(at);
                step_on();
            }
            state_[0] = 0x80000000U;
        }

        template <class Iterator>
        void generate(Iterator begin, Iterator end) const {
            for (std::size_t k = 0; begin != end; ++begin, ++k) *begin = state_[k];
        }

    private:
        static std::uint32_t mixed(std::uint32_t before, std::uint32_t factor) {
            return (before ^ (before >> 30)) * factor;
        }

        State state_{};
    };

    std::mt19937 engine_;
};

}  // namespace lookback

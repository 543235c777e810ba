#include "core/random/python.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>

#include "core/random/fp_contract.h"

namespace lookback {
namespace {

/// The state that Python begins with: the initialisation by array of the twister's authors (2002),
/// by a number of any size.
class StateOfWords {
public:
    // NOLINTNEXTLINE(readability-identifier-naming): as std::mt19937 asks for
    using result_type = std::uint32_t;

    /// @param words of 32 bits, the lowest first; none stand for 0
    explicit StateOfWords(std::vector<std::uint32_t> words) {
        if (words.empty()) words.push_back(0);
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
            state_[at] =
                (state_[at] ^ mixed(state_[at - 1], 1566083941U)) - static_cast<std::uint32_t>(at);
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

    std::array<std::uint32_t, std::mt19937::state_size> state_{};
};

}  // namespace

PythonGenerator::PythonGenerator(const std::vector<std::uint32_t>& seed)
    : engine_(StateOfWords(seed)) {}

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

#include "core/random/seed_sequence.h"

namespace lookback {
namespace {

/// Folds words into a multiplier that moves on with each of them.
class Hash {
public:
    Hash(std::uint32_t start, std::uint32_t factor) : multiplier_(start), factor_(factor) {}

    std::uint32_t operator()(std::uint32_t word) {
        word ^= multiplier_;
        multiplier_ *= factor_;
        word *= multiplier_;
        return word ^ word >> 16;
    }

private:
    std::uint32_t multiplier_;
    std::uint32_t factor_;
};

std::uint32_t mix(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t mixed = 0xca01f9ddU * x - 0x4973f715U * y;
    return mixed ^ mixed >> 16;
}

}  // namespace

SeedSequence::SeedSequence(const std::vector<std::uint32_t>& seed) {
    Hash hash(0x43b0d7e5U, 0x931e8875U);
    for (std::size_t k = 0; k < pool_.size(); ++k) pool_[k] = hash(k < seed.size() ? seed[k] : 0);
    for (std::size_t from = 0; from < pool_.size(); ++from) {
        for (std::size_t to = 0; to < pool_.size(); ++to) {
            if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
        }
    }
    for (std::size_t k = pool_.size(); k < seed.size(); ++k) {
        for (std::uint32_t& word : pool_) word = mix(word, hash(seed[k]));
    }
}

std::array<std::uint64_t, 4> SeedSequence::generateState() const {
    Hash hash(0x8b51f9ddU, 0x58f38dedU);
    std::array<std::uint64_t, 4> state{};
    for (std::size_t k = 0; k < state.size(); ++k) {
        const std::uint64_t low = hash(pool_[2 * k % pool_.size()]);
        const std::uint64_t high = hash(pool_[(2 * k + 1) % pool_.size()]);
        state[k] = high << 32 | low;
    }
    return state;
}

}  // namespace lookback

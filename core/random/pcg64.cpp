#include "core/random/pcg64.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "core/random/fp_contract.h"

namespace lookback {
namespace {

/// Hashes words; each word changes the multiplier for the next.
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

/// The bell curve exp(-x^2 / 2) cut into 256 layers of equal area (Marsaglia and Tsang, 2000),
/// scaled for a draw of 52 bits. Layer 0 is the lowest and holds the tail, layer 255 stands on it,
/// layer 1 is the top.
struct ZigguratTables {
    static constexpr std::size_t kLayers = 256;
    static constexpr double kTail = 3.6541528853610088;  ///< where the tail begins

    std::array<double, kLayers> width{};          ///< of one step of the draw: edge / 2^52
    std::array<double, kLayers> height{};         ///< of the curve at the edge
    std::array<std::uint64_t, kLayers> inside{};  ///< a draw below it lies under the curve
};

constexpr double kArea = 0.0049286732339746519;  // of each layer
constexpr double kSteps = 0x1p52;                // a draw has 52 bits

/// NumPy's tables come from a machine whose exp gave the next greater number for this layer; all
/// layers above follow from it.
constexpr std::size_t kRaisedLayer = 38;

ZigguratTables computeTables() {
    constexpr std::size_t kLowest = ZigguratTables::kLayers - 1;
    std::array<double, ZigguratTables::kLayers> edge{};
    ZigguratTables tables;
    for (std::size_t layer = kLowest; layer >= 1; --layer) {
        edge[layer] =
            layer == kLowest
                ? ZigguratTables::kTail
                : std::sqrt(-2.0 * std::log(kArea / edge[layer + 1] + tables.height[layer + 1]));
        tables.width[layer] = edge[layer] / kSteps;
        tables.height[layer] = std::exp(-0.5 * edge[layer] * edge[layer]);
        if (layer == kRaisedLayer) tables.height[layer] = std::nextafter(tables.height[layer], 1.0);
    }
    tables.width[0] = kArea / tables.height[kLowest] / kSteps;
    tables.height[0] = 1.0;

    const auto in_steps = [](double share) {
        return static_cast<std::uint64_t>(std::nearbyint(share * kSteps));
    };
    tables.inside[0] = in_steps(edge[kLowest] * tables.height[kLowest] / kArea);
    for (std::size_t layer = 1; layer <= kLowest; ++layer) {
        tables.inside[layer] = in_steps(edge[layer - 1] / edge[layer]);
    }
    return tables;
}

/// The tables of NumPy's standard_normal, computed once. With the GNU C library each of the 768
/// numbers equals NumPy's; with another log and exp, edges may be off by a relative 2e-14, which
/// moves a drawn number by less than 1e-13.
const ZigguratTables& zigguratTables() {
    static const ZigguratTables tables = computeTables();
    return tables;
}

constexpr UInt128 kMultiplier{0x2360ed051fc65da4U, 0x4385df649fccf645U};

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

Pcg64Generator::Pcg64Generator(const std::vector<std::uint32_t>& seed) {
    const std::array<std::uint64_t, 4> words = SeedSequence(seed).generateState();
    const UInt128 sequence{words[2], words[3]};
    increment_ = sequence + sequence + UInt128{0, 1};
    step();
    state_ = state_ + UInt128{words[0], words[1]};
    step();
}

void Pcg64Generator::step() { state_ = state_ * kMultiplier + increment_; }

std::uint64_t Pcg64Generator::next() {
    step();
    const std::uint64_t folded = state_.high ^ state_.low;
    const auto turn = static_cast<unsigned>(state_.high >> 58);
    return folded >> turn | folded << ((64U - turn) & 63U);
}

double Pcg64Generator::random() { return static_cast<double>(next() >> 11) * 0x1p-53; }

double Pcg64Generator::standardNormal() {
    const ZigguratTables& tables = zigguratTables();
    while (true) {
        std::uint64_t bits = next();
        const std::size_t layer = bits & 0xffU;
        bits >>= 8;
        const bool is_negative = (bits & 1U) != 0;
        const std::uint64_t draw = bits >> 1 & 0xfffffffffffffU;
        const double distance = static_cast<double>(draw) * tables.width[layer];
        const double x = is_negative ? -distance : distance;
        if (draw < tables.inside[layer]) return x;
        if (layer == 0) {
            const double far = tail();
            return (draw >> 8 & 1U) != 0 ? -far : far;
        }
        const double slope = tables.height[layer - 1] - tables.height[layer];
        if (slope * random() + tables.height[layer] < std::exp(-0.5 * x * x)) return x;
    }
}

/// A number beyond the lowest layer (Marsaglia, 1964).
double Pcg64Generator::tail() {
    constexpr double kInverse = 0.27366123732975827203338247596;  // 1 / kTail, as NumPy rounds it
    while (true) {
        const double beyond = -kInverse * std::log1p(-random());
        const double chance = -std::log1p(-random());
        if (chance + chance > beyond * beyond) return ZigguratTables::kTail + beyond;
    }
}

}  // namespace lookback

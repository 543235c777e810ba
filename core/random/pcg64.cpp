#include "core/random/pcg64.h"

#include <array>
#include <cmath>

#include "core/random/fp_contract.h"
#include "core/random/seed_sequence.h"
#include "core/random/ziggurat.h"

namespace lookback {
namespace {

constexpr UInt128 kMultiplier{0x2360ed051fc65da4U, 0x4385df649fccf645U};

}  // namespace

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

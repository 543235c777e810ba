#pragma once

#include <algorithm>

#include "core/attention/stages.h"

namespace lookback {

// How much there is to do in a phase of a pass, and in what pieces it is best done.

/// Operations below which a second core is not worth its waking up.
inline constexpr double kWorthTwoCores = 1e6;
/// Operations that are sooner done than compared with what was done before.
inline constexpr double kSoonerDoneThanCompared = 5e3;

/// About how many operations a phase is.
[[nodiscard]] inline double work(const Document& document, Phase phase) {
    const Index n = document.n();
    const Index d_k = document.dK();
    const Index d_v = document.dV();
    constexpr Index kSoftmax = 32;
    Index a_head = n * d_v;
    if (phase == Phase::tokens) a_head = n * document.dIn() * (2 * d_k + d_v);
    if (phase == Phase::pairs) a_head = n * n * (d_k + d_v + kSoftmax);
    return static_cast<double>(document.heads * a_head);
}

/// As many rows as go through the stages of a phase at a time: those of five stages are to stay in
/// the nearest caches.
[[nodiscard]] inline Index blockHeight(const Document& document, Phase phase) {
    constexpr Index kMost = 48;
    constexpr Index kLeast = 12;
    constexpr Index kCells = 6144;
    if (phase != Phase::pairs) return kMost;
    const Index fitting = kCells / std::max<Index>(document.n(), 1);
    return std::clamp(fitting / kLeast * kLeast, kLeast, kMost);
}

}  // namespace lookback

#include <cmath>

#include "core/positions/encodings.h"

namespace lookback {
namespace {

double speedOf(const Positions& positions, Index d_k, Index pair) {
    const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(d_k);
    return std::pow(positions.base, exponent);
}

}  // namespace

constexpr PositionRow kRopeInterleaved{
    .kind = PositionKind::rope_interleaved,
    .arithmetic = {.turned =
                       [](const Positions& positions, Index d_k, Index pair) {
                           return TurnedPair{2 * pair, 2 * pair + 1, speedOf(positions, d_k, pair)};
                       }},
    .words = {.label = "Rotary, interleaved",
              .line = "queries and keys are turned by their place, in pairs 1-2, 3-4, \u2026"},
};

constexpr PositionRow kRopeHalf{
    .kind = PositionKind::rope_half,
    .arithmetic = {.turned =
                       [](const Positions& positions, Index d_k, Index pair) {
                           return TurnedPair{pair, pair + d_k / 2, speedOf(positions, d_k, pair)};
                       }},
    .words = {.label = "Rotary, half-split",
              .line = "queries and keys are turned by their place, dimension i with i + d_k/2"},
};

}  // namespace lookback

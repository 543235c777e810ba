#include "core/engine/position_arithmetic.h"

#include <algorithm>

namespace lookback {

std::vector<double> slopesOf(const Document& document) {
    const Positions& positions = document.positions;
    return positions.slopes.empty() ? positionArithmetic(positions.kind).slopes(document.heads)
                                    : positions.slopes;
}

double headSlope(const Document& document, Index head) {
    return slopesOf(document)[static_cast<std::size_t>(head)];
}

Rotation::Rotation(const Positions& positions, Index d_k) {
    if (!info(positions.kind).is_rotary) return;
    const auto turned = positionArithmetic(positions.kind).turned;
    for (Index pair = 0; pair < d_k / 2; ++pair) {
        pairs_.push_back(turned(positions, d_k, pair));
    }
}

Index Rotation::dimensionPair(Index dimension) const {
    const auto found = std::find_if(pairs_.begin(), pairs_.end(), [&](const TurnedPair& pair) {
        return pair.first == dimension || pair.second == dimension;
    });
    return found - pairs_.begin();
}

}  // namespace lookback

#include "core/attention/position_arithmetic.h"

namespace lookback {

std::vector<double> slopesOf(const Document& document) {
    const Positions& positions = document.positions;
    return positions.slopes.empty() ? arithmeticOf(positions.kind).slopes(document.heads)
                                    : positions.slopes;
}

double slopeOf(const Document& document, Index head) {
    return slopesOf(document)[static_cast<std::size_t>(head)];
}

}  // namespace lookback

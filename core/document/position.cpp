#include "core/document/position.h"

#include <cmath>

namespace lookback {

std::vector<double> alibiSlopes(Index heads) {
    Index power = 1;
    while (power * 2 <= heads) power *= 2;
    std::vector<double> slopes;
    for (Index head = 1; head <= power; ++head) {
        slopes.push_back(std::exp2(-8.0 * static_cast<double>(head) / static_cast<double>(power)));
    }
    for (Index head = 1; power + head <= heads; ++head) {
        const auto step = static_cast<double>(2 * head - 1);
        slopes.push_back(std::exp2(-8.0 * step / static_cast<double>(2 * power)));
    }
    return slopes;
}

double sinusoidal(Index token, Index column, Index width, double base) {
    const double exponent = static_cast<double>(column - column % 2) / static_cast<double>(width);
    const double angle = static_cast<double>(token) / std::pow(base, exponent);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Matrix<double> sinusoidalTable(Index tokens, Index width, double base) {
    Matrix<double> table(tokens, width);
    for (Index token = 0; token < tokens; ++token) {
        for (Index column = 0; column < width; ++column) {
            table(token, column) = sinusoidal(token, column, width, base);
        }
    }
    return table;
}

Rotation::Rotation(const Positions& positions, Index d_k)
    : halves_(positions.kind == PositionKind::rope_half) {
    for (Index pair = 0; pair < d_k / 2; ++pair) {
        const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(d_k);
        speeds_.push_back(std::pow(positions.base, exponent));
    }
}

}  // namespace lookback

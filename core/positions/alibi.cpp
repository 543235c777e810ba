#include <cmath>

#include "core/positions/encodings.h"

namespace lookback {
namespace {

/// The slopes of the paper (Press, Smith, Lewis 2022).
std::vector<double> paperSlopes(Index heads) {
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

}  // namespace

constexpr PositionRow kAlibi{
    .kind = PositionKind::alibi,
    .arithmetic = {.slopes = paperSlopes},
    .words = {.label = "ALiBi", .line = "each score loses slope \u00d7 distance"},
};

}  // namespace lookback

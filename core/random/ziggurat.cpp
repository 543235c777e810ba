#include "core/random/ziggurat.h"

#include <cmath>

#include "core/random/fp_contract.h"

namespace lookback {
namespace {

constexpr double kArea = 0.0049286732339746519;  // of each layer
constexpr double kSteps = 0x1p52;                // a draw has 52 bits

/// NumPy's tables were made once, on a machine whose exp gave the next greater number here; all the
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

}  // namespace

const ZigguratTables& zigguratTables() {
    static const ZigguratTables tables = computeTables();
    return tables;
}

}  // namespace lookback

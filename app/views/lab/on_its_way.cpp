#include "app/views/lab/on_its_way.h"

#include <algorithm>

#include "app/look/motion.h"

namespace lookback {
namespace {

/// The same weight before, wherever its tokens stood.
template <class Stand>
const Stand* weightBefore(const Motion& motion, const std::vector<Stand>& before,
                          const Stand& now) {
    if (!motion.isOn()) return nullptr;
    const Index query = motion.cameFrom(now.query);
    const Index key = motion.cameFrom(now.key);
    const auto was = std::find_if(before.begin(), before.end(), [&](const Stand& stand) {
        return stand.query == query && stand.key == key;
    });
    return was != before.end() ? &*was : nullptr;
}

}  // namespace

BarStand seenBar(Motion& motion, const BarStand& now) {
    BarStand seen = now;
    if (const BarStand* const was = weightBefore(motion, motion.before.bars, now)) {
        const float way = eased(motion.t);
        seen.filled = between(was->filled, now.filled, way);
        seen.hatched = between(was->hatched, now.hatched, way);
        if (was->filled != now.filled || was->hatched != now.hatched) motion.has_movers = true;
    }
    motion.drawn.bars.push_back(seen);
    return seen;
}

ArcStand seenArc(Motion& motion, const ArcStand& now) {
    ArcStand seen = now;
    if (const ArcStand* const was = weightBefore(motion, motion.before.arcs, now)) {
        const float way = eased(motion.t);
        seen.weight = between(was->weight, now.weight, way);
        seen.drawn = between(was->drawn, now.drawn, way);
        seen.dashed = between(was->dashed, now.dashed, way);
        const bool is_same =
            was->weight == now.weight && was->drawn == now.drawn && was->dashed == now.dashed;
        if (!is_same) motion.has_movers = true;
    }
    motion.drawn.arcs.push_back(seen);
    return seen;
}

ImVec2 wayOfChip(Motion& motion, Index token, ImVec2 center) {
    Spot seen{center.x, center.y};
    if (motion.isOn() && !motion.came_from.empty()) {
        const Index before = motion.cameFrom(token);
        for (const ChipStand& was : motion.before.chips) {
            if (was.token == before) seen = between(was.at, seen, eased(motion.t));
        }
        motion.has_movers = true;
    }
    motion.drawn.chips.push_back({token, seen});
    return {seen.x - center.x, seen.y - center.y};
}

}  // namespace lookback

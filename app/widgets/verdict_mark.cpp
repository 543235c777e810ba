#include "app/widgets/verdict_mark.h"

#include <algorithm>

namespace lookback {
namespace {

constexpr float kCorner = 11;         ///< of a large cell
constexpr float kCornerShare = 0.4f;  ///< of a small one
constexpr float kCrossing = 0.65f;  ///< stripes are thinner where they cross those of another rule

}  // namespace

Color hatchVerdict(Painter& painter, const Rect& box, const Verdict& verdict, float strength) {
    const Theme& c = painter.colors();
    if (verdict.rules == 0) {
        const Hatching how = verdict.is_painted ? paintedHatching(c) : maskedHatching(c);
        painter.hatch(box, how, strength);
        return how.line;
    }
    Color nearest = 0;
    for (std::size_t rule = 0; rule < kVerdictBits; ++rule) {
        if ((verdict.rules & verdictBit(rule)) == 0) continue;
        Hatching how = ruleHatching(c, rule);
        const bool is_first = nearest == 0;
        if (is_first || contrast(how.line, c.ink) < contrast(nearest, c.ink)) nearest = how.line;
        if (!is_first) {
            how.ground = 0;
            how.share *= kCrossing;
        }
        painter.hatch(box, how, strength);
    }
    return nearest;
}

void paintedCorner(Painter& painter, const Rect& box) {
    const float side = std::min(painter.look().px(kCorner),
                                std::ceil(kCornerShare * std::min(box.width(), box.height())));
    painter.list().AddTriangleFilled(box.min, {box.min.x + side, box.min.y},
                                     {box.min.x, box.min.y + side}, painter.colors().painted);
}

}  // namespace lookback

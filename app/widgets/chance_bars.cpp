#include "app/widgets/chance_bars.h"

#include <algorithm>
#include <cmath>

#include "app/look/colormap.h"

namespace lookback {
namespace {

constexpr float kChanceBarsLongestName = 110;

}  // namespace

void drawChanceBars(Painter& painter, const Rect& area, std::span<const ChanceBar> bars,
                    Color color, float row) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    float names = 0;
    float numbers = painter.width(look.fonts.mono, "100.0 %");
    for (const ChanceBar& bar : bars) {
        names = std::max(names, painter.width(look.fonts.strong, bar.name));
        numbers = std::max(numbers, painter.width(look.fonts.mono, bar.number));
    }
    names = std::min(std::ceil(names), look.px(kChanceBarsLongestName));
    const float start = area.min.x + names + look.px(10);
    const float room = area.max.x - start - look.px(8) - std::ceil(numbers);
    float y = area.min.y;
    for (const ChanceBar& bar : bars) {
        const Rect line{{area.min.x, y}, {area.max.x, y + row}};
        painter.textFitted(bar.is_chosen ? look.fonts.strong : look.fonts.text, c.ink,
                           {line.min, {area.min.x + names + 1, line.max.y}}, bar.name,
                           Align::right);
        const double share = std::isnan(bar.share) ? 0 : std::clamp(bar.share, 0.0, 1.0);
        const float wide = std::max(look.px(2), std::floor(room * static_cast<float>(share)));
        const float inset = std::floor(row * 0.16f);
        const Rect box{{start, y + inset}, {start + wide, line.max.y - inset}};
        painter.fill(box, mix(c.panel, color, 0.8f), look.px(4));
        painter.text(look.fonts.mono, c.ink, {{box.max.x + look.px(8), y}, line.max}, bar.number);
        y = line.max.y;
    }
}

}  // namespace lookback

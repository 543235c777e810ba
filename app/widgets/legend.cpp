#include "app/widgets/legend.h"

#include "app/look/colormap.h"

namespace lookback {
namespace {

constexpr int kLegendSteps = 24;

}  // namespace

void drawLegend(Painter& painter, ImVec2 top_right, Domain domain, std::string_view range) {
    const Look& look = painter.look();
    ImFont* font = look.fonts.mono_small;
    const float text = painter.width(font, range);
    const float width = look.px(84);
    const float height = look.px(8);
    const Rect bar{{top_right.x - text - look.px(8) - width, top_right.y},
                   {top_right.x - text - look.px(8), top_right.y + height}};
    const float step = width / kLegendSteps;
    for (int k = 0; k < kLegendSteps; ++k) {
        const double share = static_cast<double>(k) / (kLegendSteps - 1);
        const double value = domain == Domain::signed_numbers ? 2 * share - 1 : share;
        const float x = bar.min.x + static_cast<float>(k) * step;
        painter.fill({{x, bar.min.y}, {x + step + 1, bar.max.y}},
                     cellColor(look.colors(), domain, value, 1));
    }
    painter.outline(bar, look.colors().line);
    painter.text(font, look.colors().soft, {{bar.max.x, bar.min.y}, {top_right.x, bar.max.y}},
                 range, Align::right);
}

}  // namespace lookback

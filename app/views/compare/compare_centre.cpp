#include "app/views/compare/compare.h"
#include "app/views/shared/regions.h"
#include "app/widgets/formula.h"
#include "imgui_internal.h"

namespace lookback {

void drawCompareFault(const Scene& scene, const Rect& region, std::string_view heading,
                      std::string_view why) {
    const TextLine line{{std::string(heading) + " ", Ink::plain, true}, {std::string(why)}};
    const LineFonts fonts = sentenceFonts(scene.look);
    Painter painter(scene.look);
    const float side = cardSide(scene);
    const float pad = cardPad(scene);
    const float inside = region.width() - 2 * side;
    const float height = setLine(painter, fonts, {0, 0}, inside, line, 0, false).height;
    drawPageCard(scene, painter, {region.min, {region.max.x, region.min.y + height + 2 * pad}});
    setLine(painter, fonts, {region.min.x + side, region.min.y + pad}, inside, line);
}

void drawCompare(const Scene& scene, const Rect& region) {
    // As the Lab's centre: the panels of a narrow window lie over it.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    const float gap = cardGap(scene);
    Rect rest{{region.min.x + cardSide(scene), region.min.y + gap},
              {region.max.x - cardSide(scene), region.max.y - gap}};
    rest.min.y += drawCompareBar(scene, rest) + gap;
    if (scene.place().compare_view == CompareView::pair) {
        drawComparedPair(scene, rest);
    } else {
        drawComparedRow(scene, rest);
    }
}

}  // namespace lookback

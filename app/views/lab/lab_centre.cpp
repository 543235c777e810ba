#include "app/views/lab/asides.h"
#include "app/views/lab/lab.h"
#include "imgui_internal.h"

namespace lookback {

void drawLabCentre(const Scene& scene, const Rect& region) {
    // ImGui puts later windows of this kind behind earlier ones; the panels of a narrow window
    // lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    if (scene.place().presenting) return drawPresentation(scene, region);
    const Look& look = scene.look;
    const float pad = look.px(22);
    const float gap = look.px(scene.compact ? 9 : 16);
    Rect rest{{region.min.x + pad, region.min.y + gap}, {region.max.x - pad, region.max.y - gap}};
    const Rect all = rest;
    const float ribbon = look.px(scene.dense ? 26 : scene.compact ? 72 : 90);
    rest.min.y += ribbon + gap;
    Asides asides(scene, rest.width());
    const float focus = drawFocus(scene, {rest.min, {rest.max.x, rest.max.y - asides.wanted()}});
    rest.min.y += focus + gap;
    asides.draw(rest);
    // Last, since its tooltips have to know where one reads.
    drawRibbon(scene, {all.min, {all.max.x, all.min.y + ribbon}});
}

}  // namespace lookback

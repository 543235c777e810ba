#include "app/views/shared/panning.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/explain/written.h"

namespace lookback {

void turnWheel(const Scene& scene, bool is_cut) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel == 0 || !ImGui::IsWindowHovered()) return;
    if (io.KeyCtrl) return scene.emit(Zoom{io.MouseWheel > 0 ? 1 : -1});
    if (!is_cut) return;
    const Index span = scene.place().pane.span;
    const auto by =
        static_cast<Index>(-io.MouseWheel * static_cast<float>(std::max<Index>(span / 8, 1)));
    const bool is_turned = isTurned(stageInFocus(scene.state), scene.preferences().conventions);
    const Pan down = is_turned ? Pan{0, by, 0} : Pan{by, 0, 0};
    const Pan across = is_turned ? Pan{by, 0, by} : Pan{0, by, by};
    scene.emit(io.KeyShift ? across : down);
}

std::string rangeInWords(const Scene& scene) {
    const Pane& pane = scene.place().pane;
    const Index n = scene.document().n();
    const AxisRange queries = pane.range(pane.query, n);
    const AxisRange keys = pane.range(pane.key, n);
    return fmt::format(
        "queries {}\u2013{}, keys {}\u2013{} of {}: wheel and Shift+wheel pan, "
        "Ctrl+wheel zooms",
        queries.first + 1, queries.first + queries.count, keys.first + 1, keys.first + keys.count,
        n);
}

}  // namespace lookback

#include "app/program/pending.h"

#include <imgui.h>
#include <imgui_internal.h>

namespace lookback {

bool tooltipPending() {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    if (imgui.HoverItemDelayId == 0) return imgui.HoverItemDelayTimer > 0;
    return imgui.HoverItemDelayTimer < imgui.Style.HoverDelayNormal ||
           imgui.MouseStationaryTimer < imgui.Style.HoverStationaryDelay;
}

bool inputPending() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

}  // namespace lookback

#include "app/program/pending.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <imgui.h>
#include <imgui_internal.h>

namespace lookback {

bool tooltipPending() {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    if (imgui.HoverItemDelayId == 0) return imgui.HoverItemDelayTimer > 0;
    return imgui.HoverItemDelayTimer < imgui.Style.HoverDelayNormal ||
           imgui.MouseStationaryTimer < imgui.Style.HoverStationaryDelay;
}

namespace {

bool isModifier(ImGuiKey key) {
    return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

}  // namespace

bool inputPending() { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

InputAside::InputAside() {
    const ImGuiContext& imgui = *ImGui::GetCurrentContext();
    events_.assign(imgui.InputEventsQueue.begin(), imgui.InputEventsQueue.end());
    for (ImGuiWindow* const window : imgui.Windows) {
        windows_.push_back({window, window->Scroll, window->StateStorage});
    }
    ImGui::GetCurrentContext()->InputEventsQueue.clear();
}

InputAside::~InputAside() {
    for (const ImGuiInputEvent& event : events_) {
        ImGui::GetCurrentContext()->InputEventsQueue.push_back(event);
    }
    for (const Kept& kept : windows_) {
        kept.window->Scroll = kept.scroll;
        kept.window->StateStorage = kept.storage;
    }
}

void newFrame() {
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    const auto is_key = [](const ImGuiInputEvent& event, bool is_down, bool is_modifier) {
        return event.Type == ImGuiInputEventType_Key && event.Key.Down == is_down &&
               isModifier(event.Key.Key) == is_modifier;
    };
    const ImGuiInputEvent* const end = queue.end();
    const ImGuiInputEvent* const pressed =
        std::find_if(std::as_const(queue).begin(), end,
                     [&](const auto& event) { return is_key(event, true, false); });
    const ImGuiInputEvent* const released =
        std::find_if(pressed, end, [&](const auto& event) { return is_key(event, false, true); });
    const std::vector<ImGuiInputEvent> later(released, end);
    queue.resize(queue.Size - static_cast<int>(later.size()));
    ImGui::NewFrame();
    for (const ImGuiInputEvent& event : later) queue.push_back(event);
}

}  // namespace lookback

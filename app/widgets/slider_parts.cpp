#include "app/widgets/slider_parts.h"

#include "imgui_internal.h"

namespace lookback {
namespace {

bool takesKey(ImGuiKey key, ImGuiID id) {
    ImGui::SetKeyOwner(key, id);
    return ImGui::IsKeyPressed(key, id, ImGuiInputFlags_Repeat);
}

}  // namespace

int sliderSteps() {
    const ImGuiID id = ImGui::GetItemID();
    return static_cast<int>(takesKey(ImGuiKey_RightArrow, id)) -
           static_cast<int>(takesKey(ImGuiKey_LeftArrow, id));
}

void sliderKnob(Painter& painter, ImVec2 at, bool is_marked) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    if (is_marked) {
        painter.list().AddCircleFilled(at, look.px(kSliderKnob + 3), c.query);
        painter.list().AddCircleFilled(at, look.px(kSliderKnob + 1.5f), c.panel);
    }
    painter.list().AddCircleFilled(at, look.px(kSliderKnob), c.ink);
}

}  // namespace lookback

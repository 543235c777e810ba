#include "app/widgets/slider.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/tooltip.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kTrack = 5;
constexpr float kKnob = 8;  ///< radius
constexpr double kGrains = 100;

bool takesKey(ImGuiKey key, ImGuiID id) {
    ImGui::SetKeyOwner(key, id);
    return ImGui::IsKeyPressed(key, id, ImGuiInputFlags_Repeat);
}

}  // namespace

SliderEvents slider(Painter& painter, const Rect& box, const Slider& shown) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    SliderEvents events;
    ImGui::SetCursorScreenPos(box.min);
    ImGui::InvisibleButton(shown.label, {box.width(), box.height()});
    const bool is_focused = ImGui::IsItemFocused();
    events.held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const float left = box.min.x + look.px(kKnob);
    const float wide = std::max(1.0f, box.width() - 2 * look.px(kKnob));
    const auto bounded = [&](double value) { return std::clamp(value, shown.least, shown.most); };
    if (events.held) {
        const double share = static_cast<double>((ImGui::GetIO().MousePos.x - left) / wide);
        const double grain = shown.step / kGrains;
        const double wished = shown.least + share * (shown.most - shown.least);
        const double value = bounded(std::round(wished / grain) * grain);
        if (value != shown.value) events.dragged = value;
    } else if (is_focused) {
        const ImGuiID id = ImGui::GetItemID();
        const int by = static_cast<int>(takesKey(ImGuiKey_RightArrow, id)) -
                       static_cast<int>(takesKey(ImGuiKey_LeftArrow, id));
        if (by != 0) events.stepped = bounded(shown.value + by * shown.step);
    }
    tooltip(look, events.held ? "" : shown.tooltip);
    const float half = look.px(kTrack) / 2;
    const float y = box.center().y;
    painter.fill({{left, y - half}, {left + wide, y + half}}, c.line, half);
    const double share = (bounded(shown.value) - shown.least) / (shown.most - shown.least);
    const ImVec2 at{left + wide * static_cast<float>(share), y};
    if (is_focused && !ImGui::GetCurrentContext()->NavDisableHighlight) {
        painter.list().AddCircleFilled(at, look.px(kKnob + 3), c.query);
        painter.list().AddCircleFilled(at, look.px(kKnob + 1.5f), c.panel);
    }
    painter.list().AddCircleFilled(at, look.px(kKnob), c.ink);
    return events;
}

}  // namespace lookback

#include "app/widgets/slider.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/slider_parts.h"
#include "app/widgets/tooltip.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kSliderTrack = 5;
constexpr double kGrains = 100;

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
    const float left = box.min.x + look.px(kSliderKnob);
    const float wide = std::max(1.0f, box.width() - 2 * look.px(kSliderKnob));
    const auto bounded = [&](double value) { return std::clamp(value, shown.least, shown.most); };
    if (events.held) {
        const double share = static_cast<double>((ImGui::GetIO().MousePos.x - left) / wide);
        const double grain = shown.step / kGrains;
        const double wished = shown.least + share * (shown.most - shown.least);
        const double value = bounded(std::round(wished / grain) * grain);
        if (value != shown.value) events.dragged = value;
    } else if (is_focused) {
        const int by = sliderSteps();
        if (by != 0) events.stepped = bounded(shown.value + by * shown.step);
    }
    tooltip(look, events.held ? "" : shown.tooltip);
    const float half = look.px(kSliderTrack) / 2;
    const float y = box.center().y;
    painter.fill({{left, y - half}, {left + wide, y + half}}, c.line, half);
    const double share = (bounded(shown.value) - shown.least) / (shown.most - shown.least);
    sliderKnob(painter, {left + wide * static_cast<float>(share), y},
               is_focused && !ImGui::GetCurrentContext()->NavDisableHighlight);
    return events;
}

}  // namespace lookback

#include "app/views/shared/scale_slider.h"

#include <algorithm>
#include <array>

#include "app/widgets/menu.h"

namespace lookback {
namespace {

constexpr float kScaleSliderWidth = 300;
constexpr std::array kStops{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0};

}  // namespace

StopSliderEvents scaleSlider(const Look& look, double divisor) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::min(look.px(kScaleSliderWidth), menuWidth(look)),
                      stopSliderHeight(look)};
    Painter painter(look);
    const StopSliderEvents events =
        stopSlider(painter, {at, {at.x + size.x, at.y + size.y}},
                   {.label = "##scale-slider",
                    .stops = kStops,
                    .value = divisor,
                    .tooltip = "Drag it; Left and Right go from stop to stop."});
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy(size);
    return events;
}

void drawScaleSlider(const Scene& scene) {
    Hands& hands = scene.hands;
    const StopSliderEvents events = scaleSlider(scene.look, divisor(scene.document()));
    if (events.stepped) scene.emit(SetScale{{Scale::Kind::number, *events.stepped}});
    if (events.dragged && (hands.isIdle() || hands.doing<ScaleDrag>() != nullptr)) {
        hands.gesture = ScaleDrag{};
        scene.emit(DragScale{{Scale::Kind::number, *events.dragged}});
    }
    if (events.held && hands.doing<ScaleDrag>() != nullptr) hands.is_gesture_shown = true;
}

}  // namespace lookback

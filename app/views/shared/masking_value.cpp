#include "app/views/shared/masking_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/widgets/expression.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "core/base/text.h"
#include "core/document/model.h"

namespace lookback {
namespace {

constexpr float kMaskingValueField = 96;
constexpr float kFieldHeight = 26;

/// The stops, as the precision holds them: float16 ends at -65504.
std::array<double, kMaskingStops.size()> stopsOf(DType dtype) {
    auto stops = kMaskingStops;
    for (double& stop : stops) stop = fittingValue(dtype, stop);
    return stops;
}

void drag(const Scene& scene, const Masked& masked, const StopSliderEvents& events) {
    Masking masking = masked.document.masking;
    Hands& hands = scene.hands;
    if (events.stepped) {
        masking.value = *events.stepped;
        masked.emit(SetMasking{masking});
    }
    if (events.dragged && (hands.isIdle() || hands.gesture == masked.drag)) {
        masking.value = fittingValue(masked.document.dtype, *events.dragged);
        hands.gesture = masked.drag;
        masked.emit(DragMasking{masking});
    }
    if (events.held && hands.gesture == masked.drag) hands.is_gesture_shown = true;
}

/// Why a typed value cannot be taken; empty where it can.
std::string faultOf(DType dtype, const Result<double>& typed) {
    if (!typed) return typed.error().message;
    const bool is_none = std::isinf(*typed) && *typed < 0;
    if (is_none || fits(dtype, *typed)) return "";
    return fmt::format("{} holds numbers up to {:.6g}; expected one, or -inf", info(dtype).name,
                       info(dtype).largest);
}

void typedValue(const Look& look, const Masked& masked, const Rect& box) {
    const Masking now = masked.document.masking;
    std::string text = formatShort(now.value);
    const MenuField field{
        .label = "##masking-value",
        .font = look.fonts.mono,
        .tooltip = "Any number, or -inf.",
        .fault = [&](const std::string& typed) {
            return asSentence(faultOf(masked.document.dtype, parseExpression(typed)));
        }};
    if (!menuField(look, box, field, text)) return;
    masked.emit(SetMasking{{now.method, *parseExpression(text), now.order}});
}

}  // namespace

float drawMaskingValue(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    const Masking& now = masked.document.masking;
    if (!info(now.method).uses_value) return 0;
    const Look& look = scene.look;
    Painter painter(look);
    const float heading = look.px(kFieldHeight);
    painter.text(look.fonts.caption, look.colors().soft, {at, {at.x + width, at.y + heading}},
                 "THE VALUE");
    typedValue(
        look, masked,
        {{at.x + width - look.px(kMaskingValueField), at.y}, {at.x + width, at.y + heading}});
    const float top = at.y + heading + look.px(6);
    const float height = stopSliderHeight(look);
    const auto stops = stopsOf(masked.document.dtype);
    drag(scene, masked,
         stopSlider(painter, {{at.x, top}, {at.x + width, top + height}},
                    {.label = "##value-slider",
                     .stops = stops,
                     .value = now.value,
                     .tooltip = "Drag it; Left and Right go from stop to stop."}));
    return top + height - at.y;
}

}  // namespace lookback

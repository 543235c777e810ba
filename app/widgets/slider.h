#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/look/painter.h"

namespace lookback {

// What sliders share.

inline constexpr float kSliderKnob = 8;  ///< radius

/// Steps that the keys Left and Right have asked of the item just made, which has the keyboard.
/// They are the slider's, not the menu's around it, whose next item they would go to.
[[nodiscard]] int sliderSteps();

/// @param is_marked it has the keyboard
void sliderKnob(Painter& painter, ImVec2 at, bool is_marked);

/// A number between two ends, which may be anything between them.
struct Slider {
    const char* label;  ///< its id
    double value = 0;
    double least = -1;
    double most = 1;
    double step = 0.1;  ///< of the keys
    std::string_view tooltip;
};

struct SliderEvents {
    bool held = false;              ///< by the mouse
    std::optional<double> dragged;  ///< held, it was moved to this value, a whole number of
                                    ///< hundredths of a step
    std::optional<double> stepped;  ///< a key moved it by a step
};

/// Draws it in `box`, as high as that. While it has the keyboard, Left and Right move it.
SliderEvents slider(Painter& painter, const Rect& box, const Slider& shown);

// A slider with stops: values that stand at equal distances, from the left to the right falling
// from 0 on, where the last may be −∞, or rising from a number above 0.

/// Where a value stands: 0 at the first stop, 1 at the second. Between two stops numbers stand by
/// their logarithms, between 0 and the next by themselves; what is outside stands at the end.
[[nodiscard]] double placeAmong(std::span<const double> stops, double value);

/// The value of a place: a stop near it, else a number of two digits between them.
[[nodiscard]] double valueAt(std::span<const double> stops, double place);

struct StopSlider {
    const char* label;  ///< its id
    std::span<const double> stops;
    double value = 0;
    std::string_view tooltip;
};

struct StopSliderEvents {
    bool held = false;              ///< by the mouse
    std::optional<double> dragged;  ///< held, it was moved to this value
    std::optional<double> stepped;  ///< a key moved it to this stop
};

/// The height that the slider takes: its track and the names of its stops.
[[nodiscard]] float stopSliderHeight(const Look& look);

/// Draws the slider in `box`. While it has the keyboard, Left and Right go from stop to stop.
StopSliderEvents stopSlider(Painter& painter, const Rect& box, const StopSlider& slider);

}  // namespace lookback

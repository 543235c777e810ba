#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/look/painter.h"

namespace lookback {

// Parts of all sliders.

inline constexpr float kSliderKnob = 8;  ///< radius

/// Returns the steps that the keys Left and Right ask of the item just made, which has the
/// keyboard; -1, 0 or 1. The keys then do not move the focus of the menu around the slider.
[[nodiscard]] int sliderSteps();

/// Draws the knob of a slider. @param is_marked the slider has the keyboard
void sliderKnob(Painter& painter, ImVec2 at, bool is_marked);

/// A slider of all numbers between two ends.
struct Slider {
    const char* label;  ///< its id
    double value = 0;
    double least = -1;
    double most = 1;
    double step = 0.1;  ///< of the keys
    std::string_view tooltip;
    double mark = 0;  ///< distance of the marks on the track, from `least` on; 0: it has none
};

struct SliderEvents {
    bool held = false;              ///< by the mouse
    std::optional<double> dragged;  ///< held, it was moved to this value, a whole number of
                                    ///< hundredths of a step
    std::optional<double> stepped;  ///< a key moved it by a step
};

/// Draws a slider of the height of `box`. While it has the keyboard, Left and Right move it by a
/// step.
SliderEvents slider(Painter& painter, const Rect& box, const Slider& shown);

// A slider with stops: values that stand at equal distances, from the left to the right falling
// from 0 on, where the last may be −∞, or rising from a number above 0.

/// Returns the position of a value among stops: 0 at the first stop, 1 at the second. Between two
/// stops positions are logarithmic, between 0 and its neighbour linear; a value beyond an end has
/// the position of that end.
[[nodiscard]] double placeAmong(std::span<const double> stops, double value);

/// Returns the value at a position: that of a stop near it, else a number of two digits.
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

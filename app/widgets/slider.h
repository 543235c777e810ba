#pragma once

#include <optional>
#include <string_view>

#include "app/look/painter.h"

namespace lookback {

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

}  // namespace lookback

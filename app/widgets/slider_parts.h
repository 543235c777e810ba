#pragma once

#include "app/look/painter.h"

namespace lookback {

// What sliders share.

inline constexpr float kSliderKnob = 8;  ///< radius

/// Steps that the keys Left and Right have asked of the item just made, which has the keyboard.
/// They are the slider's, not the menu's around it, whose next item they would go to.
[[nodiscard]] int sliderSteps();

/// @param is_marked it has the keyboard
void sliderKnob(Painter& painter, ImVec2 at, bool is_marked);

}  // namespace lookback

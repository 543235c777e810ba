#pragma once

#include "app/views/shared/scene.h"
#include "app/widgets/stop_slider.h"

namespace lookback {

/// In a menu, below its items: a slider for the number by which scores are divided. One drag is one
/// step of undo.
void drawScaleSlider(const Scene& scene);

/// The slider itself. @param divisor what it stands at
StopSliderEvents scaleSlider(const Look& look, double divisor);

}  // namespace lookback

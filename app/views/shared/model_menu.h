#pragma once

#include <string>

#include "app/views/shared/scene.h"
#include "app/widgets/slider.h"

namespace lookback {

/// In a menu, below its items: a slider for the number by which scores are divided. One drag is one
/// step of undo.
void drawScaleSlider(const Scene& scene);

/// The slider itself. @param divisor what it stands at
StopSliderEvents scaleSlider(const Look& look, double divisor);

/// The heads in short: `1 head`, `Head 2 of 4`.
[[nodiscard]] std::string modelTitle(const Document& document, Index head);

/// The head on screen, and all that the model is but for its numbers and its mask.
void modelMenuItems(const Scene& scene);

}  // namespace lookback

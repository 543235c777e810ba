#pragma once

#include "app/views/shared/menus.h"
#include "app/views/shared/scene.h"
#include "app/widgets/slider.h"

namespace lookback {

/// Returns the menu of the document's model.
[[nodiscard]] MenuSpec modelMenu(const Scene& scene);

/// Returns the heads in short: `1 head`, `Head 2 of 4`.
[[nodiscard]] Message modelTitle(const Document& document, Index head);

/// Draws, in a menu, a slider of the number by which scores are divided. @param divisor its value
StopSliderEvents scaleSlider(const Scene& scene, double divisor);

}  // namespace lookback

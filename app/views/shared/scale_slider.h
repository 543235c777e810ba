#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// In a menu, below its items: a slider for the number by which scores are divided. One drag is one
/// step of undo.
void drawScaleSlider(const Scene& scene);

}  // namespace lookback

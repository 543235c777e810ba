#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// The masking's value on a slider and as a number that is typed, where the method has one.
/// @return the height that it takes
float drawMaskingValue(const Scene& scene, ImVec2 at, float width);

}  // namespace lookback

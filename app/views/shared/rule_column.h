#pragma once

#include "app/views/shared/masking_value.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The rules that hold, each with its number and whether it hides anything, cells painted by hand,
/// and a menu of one more rule. @return the height that they take
float drawMaskRules(const Scene& scene, const Masked& masked, ImVec2 at, float width);

}  // namespace lookback

#pragma once

#include "app/views/shared/masking_value.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// What blocked tokens still get, at most, of a row, in each precision.
/// @return the height that it takes
float drawBlockedTable(const Scene& scene, ImVec2 at, float width);

/// How the mask is applied: every method with its formula, mistakes marked as such.
/// @param takes_keyboard in a menu that just opened, the method that holds is marked
/// @return the height that they take
float drawMaskingMethods(const Scene& scene, const Masked& masked, ImVec2 at, float width,
                         bool takes_keyboard);

/// Whether masking comes before or after scaling, where the method has that choice.
/// @return the height that it takes
float drawMaskingOrder(const Scene& scene, const Masked& masked, ImVec2 at, float width);

}  // namespace lookback

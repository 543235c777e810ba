#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// What blocked tokens still get, at most, of a row, in each precision.
/// @return the height that it takes
float drawBlockedTable(const Scene& scene, ImVec2 at, float width);

}  // namespace lookback

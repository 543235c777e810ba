#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// What became of a row of attention weights, in the head on screen, by the latest act: "64.3 % of
/// this row went elsewhere." Empty where it changed none of them.
[[nodiscard]] TextLine weightsThatMoved(const Scene& scene, Index row);

}  // namespace lookback

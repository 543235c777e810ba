#pragma once

#include "app/views/shared/masked.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Every kind of mask as a small picture, framed where it holds; a click makes it the only one.
/// @return the height that they take
float drawMaskTiles(const Scene& scene, const Masked& masked, ImVec2 at, float width);

/// The width of so many of them side by side.
[[nodiscard]] float maskTilesWidth(const Look& look, int tiles);

}  // namespace lookback

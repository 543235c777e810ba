#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the sheet that makes a document from nothing: sentence, widths, heads, and how the weights
/// are drawn.
void drawNewSheet(const Scene& scene, const Rect& centre);

}  // namespace lookback

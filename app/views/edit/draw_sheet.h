#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the sheet from which the numbers of the document are drawn again: library, seed, program.
void drawDrawSheet(const Scene& scene, const Rect& centre);

}  // namespace lookback

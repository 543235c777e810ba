#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Compare's centre: two variants of the document side by side, their difference, and what is to be
/// said of it.
void drawCompare(const Scene& scene, const Rect& region);

/// The line above: which two, which stage, and a snapshot.
void drawCompareBar(const Scene& scene, const Rect& line);

/// The rows of the menu of a side: all that can be compared.
void variantItems(const Scene& scene, Side side);

}  // namespace lookback

#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Returns the place of the top bar over a slide, an empty one where it is hidden. It is shown
/// while the pointer is at the upper edge or in it, and as long as one of its menus is open.
[[nodiscard]] Rect slideBar(const Scene& scene);

/// Draws the handle at the upper edge of a slide where the bar comes from; nothing while the
/// pointer is hidden or the bar is shown.
void drawSlideHandle(const Scene& scene);

}  // namespace lookback

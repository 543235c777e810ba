#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the sheet that asks for the page to which a link leads, and copies the link.
void drawLinkSheet(const Scene& scene, const Rect& centre);

}  // namespace lookback

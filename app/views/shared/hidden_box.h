#pragma once

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws a dotted box with a lock and the words why something is hidden. @return its height
/// @param least height of the box in pixels
float drawHiddenBox(const Scene& scene, Painter& painter, ImVec2 at, float width,
                    const Message& why, float least = 0);

/// Draws a lock in the middle of a box.
void drawLock(Painter& painter, const Rect& box, Color color);

}  // namespace lookback

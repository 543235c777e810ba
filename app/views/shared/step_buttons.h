#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The line above the timeline: back, next, play, where one is, and a few keys; as much of it as
/// has room in `line`.
void drawStepButtons(const Scene& scene, const Rect& line);

}  // namespace lookback

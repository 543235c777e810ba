#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the Leak test's centre: which word can change which output in two variants of the
/// document, and how far outputs move when one word is moved.
void drawLeakTest(const Scene& scene, const Rect& region);

/// Draws its timeline: the token that is nudged or appended.
void drawLeakTimeline(const Scene& scene, const Rect& region);

}  // namespace lookback

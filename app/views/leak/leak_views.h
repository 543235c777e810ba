#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The Leak test's centre: which word can change which output, of two variants of the document, and
/// what happens when one word is moved.
void drawLeakTest(const Scene& scene, const Rect& region);

}  // namespace lookback

#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// Dims the slide around the pointer while the button is held on empty ground, or the key of the
/// spotlight anywhere. Call after all parts of the window. @param is_key_held of that key
void drawSpotlight(const Scene& scene, bool is_key_held);

}  // namespace lookback

#pragma once

#include "app/platform/png.h"

namespace lookback {

/// What stands in the framebuffer that OpenGL reads from, opaque, from its lower left corner on.
/// @param width, height in pixels.
[[nodiscard]] Image readPixels(int width, int height);

}  // namespace lookback

#pragma once

#include <functional>

#include "app/views/shared/scene.h"

namespace lookback {

/// Draws a sheet over the whole window, which it darkens. `draw` is called within an ImGui window
/// of that name and size.
void drawOverlay(const Scene& scene, const char* name, const std::function<void()>& draw);

}  // namespace lookback

#pragma once

#include <string>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// A sign between two matrices, on its way where it is.
void drawSign(const Scene& scene, Painter& painter, const Rect& box, const std::string& text);

/// When all signs that stay are drawn: the others fade out.
void drawLeavingSigns(const Scene& scene, Painter& painter);

}  // namespace lookback

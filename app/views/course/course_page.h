#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the page of lessons, experiments and files over the whole window.
void drawCoursePage(const Scene& scene);

}  // namespace lookback

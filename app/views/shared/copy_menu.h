#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the menu that copies the matrix that was clicked, while it is open.
void drawCopyMenu(const Scene& scene);

}  // namespace lookback

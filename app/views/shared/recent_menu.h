#pragma once

#include "app/views/shared/scene.h"

namespace lookback {

/// The submenu of the documents that one worked on lately, but for the one on screen; none where
/// there are none.
void recentMenu(const Scene& scene);

}  // namespace lookback

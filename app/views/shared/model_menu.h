#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// The heads in short: `1 head`, `Head 2 of 4`; with the precision where it is not the usual one.
[[nodiscard]] std::string modelTitle(const Scene& scene);

/// The head on screen, and all that the model is but for its numbers and its mask.
void modelMenuItems(const Scene& scene);

}  // namespace lookback

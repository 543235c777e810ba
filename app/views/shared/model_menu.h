#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// The heads in short: `1 head`, `Head 2 of 4`.
[[nodiscard]] std::string modelTitle(const Document& document, Index head);

/// The head on screen, and all that the model is but for its numbers and its mask.
void modelMenuItems(const Scene& scene);

}  // namespace lookback

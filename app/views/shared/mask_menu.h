#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// What the mask is called: "Causal", "Sliding window 2", "Causal and padding", "Causal, painted".
[[nodiscard]] std::string maskTitle(const Document& document);

/// The inside of the menu of masks: kinds, and the number of the one that is on.
void maskMenuItems(const Scene& scene);

}  // namespace lookback

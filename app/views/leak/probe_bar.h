#pragma once

#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The line on which one chooses what is done to the sentence: a word is nudged so far, or a word
/// is appended.
void drawProbeBar(const Scene& scene, const Rect& line);

/// How far a word is nudged at this moment.
[[nodiscard]] double amountNow(const LeakPlace& place);

}  // namespace lookback

#pragma once

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

// The views of Train. Each is drawn into `region` of the current ImGui window.

/// The losses of both twins, what they look at, and what they write.
void drawTrainCentre(const Scene& scene, const Rect& region);
/// What it means after the step where one stands.
void drawTrainMeaning(const Scene& scene, const Rect& region);
/// The steps of training.
void drawTrainTimeline(const Scene& scene, const Rect& region);

/// The parts of the centre: each draws a card below the one before. @return the height it takes
float drawLossCard(const Scene& scene, Painter& painter, const Rect& card);
float drawProbeCard(const Scene& scene, Painter& painter, const Rect& card);

}  // namespace lookback

#pragma once

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/train/train_scene.h"

namespace lookback {

// The views of Train. Each is drawn into `region` of the current ImGui window.

/// Draws the losses of both twins, their attention, and the lines that they write.
void drawTrainCentre(const Scene& scene, const Rect& region);
/// Draws the panel of meaning: losses, findings and next words after the step on screen.
void drawTrainMeaning(const Scene& scene, const Rect& region);
/// Draws the timeline of the steps of training.
void drawTrainTimeline(const Scene& scene, const Rect& region);

/// The parts of the centre: each draws a card below the one before. @return the height it takes
float drawLossCard(const Scene& scene, Painter& painter, const Rect& card);
float drawProbeCard(const TrainScene& train, Painter& painter, const Rect& card);

}  // namespace lookback

#pragma once

#include <cstddef>
#include <vector>

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

/// Returns the losses of a model at the places of the probe sentence as a sum, and their mean.
/// @param losses at least one
[[nodiscard]] Message meanOfLosses(const std::vector<double>& losses, std::size_t twin,
                                   TextUnit unit);

}  // namespace lookback

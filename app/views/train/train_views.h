#pragma once

#include <optional>
#include <string_view>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"
#include "core/language/training_findings.h"

namespace lookback {

// The views of Train. Each is drawn into `region` of the current ImGui window.

/// The experiment: text, model, training, twins.
void drawTrainPanel(const Scene& scene, const Rect& region);
/// The losses of both twins, what they look at, and what they write.
void drawTrainCentre(const Scene& scene, const Rect& region);
/// What it means after the step where one stands.
void drawTrainMeaning(const Scene& scene, const Rect& region);
/// The steps of training.
void drawTrainTimeline(const Scene& scene, const Rect& region);

/// Of A and of B, as everything that is theirs is drawn.
[[nodiscard]] Color twinColor(const Theme& theme, std::size_t twin);
/// The letter in a small box of the twin's colour. @return where it ends
float twinChip(Painter& painter, ImVec2 at, float height, std::size_t twin);

/// The room of the centre in a mode of the experiment; nothing where its training has not begun,
/// which is said there.
[[nodiscard]] std::optional<Rect> roomOfTraining(const Scene& scene, Painter& painter,
                                                 const Rect& region);

/// What is said where a moment of the training, or a part of it, is still to come.
inline constexpr std::string_view kMeasuring = "Measuring \u2026";

/// Above and below what is on a card; for a projector there is no card.
[[nodiscard]] float trainPad(const Scene& scene);

/// The parts of the centre: each draws a card below the one before. @return the height it takes
float drawLossCard(const Scene& scene, Painter& painter, const Rect& card);
float drawProbeCard(const Scene& scene, Painter& painter, const Rect& card);

}  // namespace lookback

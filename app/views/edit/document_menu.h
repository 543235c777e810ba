#pragma once

#include <string>

#include "app/views/shared/menus.h"
#include "app/views/shared/scene.h"
#include "app/widgets/slider.h"

namespace lookback {

/// The menu of lessons and files.
[[nodiscard]] MenuSpec documentMenu(const Scene& scene);

/// The menu of the document's model.
[[nodiscard]] MenuSpec modelMenu(const Scene& scene);

/// Returns the heads in short: `1 head`, `Head 2 of 4`.
[[nodiscard]] std::string modelTitle(const Document& document, Index head);

/// In a menu, below its items: a slider for the number by which scores are divided. One drag is one
/// step of undo.
void drawScaleSlider(const Scene& scene);

/// Draws that slider alone. @param divisor that it shows
StopSliderEvents scaleSlider(const Look& look, double divisor);

/// Draws the sheet on which one draws the numbers anew: library, seed, program.
void drawDrawSheet(const Scene& scene, const Rect& centre);

}  // namespace lookback

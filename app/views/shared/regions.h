#pragma once

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

// The regions of the window, each drawn into `region` of the current ImGui window. A view reads the
// scene, tells it where the pointer is, and emits actions.

void drawTopBar(const Scene& scene, const Rect& region);
void drawEditPanel(const Scene& scene, const Rect& region);
void drawRibbon(const Scene& scene, const Rect& region);
/// @return the height of the card.
float drawFocus(const Scene& scene, const Rect& region);
/// What stands below the focus: the row without its mask, and what the lesson says about the step.
/// @return the height that will be taken by what stands below the focus, at this width.
[[nodiscard]] float asideHeight(const Scene& scene, float width);
void drawAsides(const Scene& scene, const Rect& region);
void drawMeaning(const Scene& scene, const Rect& region);
/// All keys and what the mouse does, on one sheet over the window.
void drawHelp(const Scene& scene);
/// The sheet on which one chooses a file to open, or the name under which one is written.
void drawFileSheet(const Scene& scene);
/// The sheet on which one draws the numbers anew: library, seed, program. Only while it is open.
void drawDrawSheet(const Scene& scene, const Rect& centre);
/// One line about what just happened, at the foot of the centre.
void drawNotice(const Scene& scene, const Rect& centre);
void drawTimeline(const Scene& scene, const Rect& region);

/// The attention weights of every head in small, to pick one and to compare them. @return the
/// height they take.
float drawHeads(const Scene& scene, Painter& painter, const Rect& region);

/// The attention weights of the token that is read, as bars. @return the height they take.
float drawWeightBars(const Scene& scene, Painter& painter, const Rect& region);

/// The chips of the sentence. @return the height they take.
float drawSentence(const Scene& scene, Painter& painter, const Rect& region);

}  // namespace lookback

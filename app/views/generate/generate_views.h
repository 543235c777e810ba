#pragma once

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

// The views of Generate. Each is drawn into `region` of the current ImGui window.

/// Draws the panel: the prompt, the choice of the next word, and the model.
void drawGeneratePanel(const Scene& scene, const Rect& region);
/// Draws the centre: the sentences of the twins, the making of the next word, and the cached keys
/// and values.
void drawGenerateCentre(const Scene& scene, const Rect& region);
/// Draws the panel of meaning: the attention of the last word, the written words, and checks.
void drawGenerateMeaning(const Scene& scene, const Rect& region);
/// Draws the timeline: the words, and the steps within one word.
void drawGenerateTimeline(const Scene& scene, const Rect& region);

/// Draws the prompt as chips that can be renamed, moved and removed. @return the height taken
float drawPromptChips(const Scene& scene, Painter& painter, const Rect& region);

/// Draws the rows of the choice: temperature, top-k, samples or greedy, seed. @return the height
/// taken
float drawChoiceRows(const Scene& scene, Painter& painter, const Rect& region);

/// The parts of the centre: each draws a card below the one before. @return the height it takes
float drawSentenceCard(const Scene& scene, Painter& painter, const Rect& rest);
float drawNextWordCard(const Scene& scene, Painter& painter, const Rect& rest);
float drawKeptCard(const Scene& scene, Painter& painter, const Rect& rest);

}  // namespace lookback

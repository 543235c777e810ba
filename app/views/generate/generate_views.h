#pragma once

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/views/shared/scene.h"

namespace lookback {

// The views of Generate. Each is drawn into `region` of the current ImGui window.

/// The prompt, how the next word is chosen, and the model.
void drawGeneratePanel(const Scene& scene, const Rect& region);
/// What the twins write, how the next word comes about, and what is kept between words.
void drawGenerateCentre(const Scene& scene, const Rect& region);
/// Who looks at whom, what was written, and what holds of it.
void drawGenerateMeaning(const Scene& scene, const Rect& region);
/// The words, and the steps within one.
void drawGenerateTimeline(const Scene& scene, const Rect& region);

/// The prompt as chips that can be typed anew, moved and taken away. @return the height they take
float drawPromptChips(const Scene& scene, Painter& painter, const Rect& region);

/// Temperature, only the best, lots or greedy, seed. @return the height they take
float drawChoiceRows(const Scene& scene, Painter& painter, const Rect& region);

/// The parts of the centre: each draws a card below the one before. @return the height it takes
float drawSentenceCard(const Scene& scene, Painter& painter, const Rect& rest);
float drawNextWordCard(const Scene& scene, Painter& painter, const Rect& rest);
float drawKeptCard(const Scene& scene, Painter& painter, const Rect& rest);

}  // namespace lookback

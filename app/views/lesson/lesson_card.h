#pragma once

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

// The card of the lesson on the screen: its step, its task, replies. At the first start it offers
// the first lesson. In a panel it stands in one
// column; as a caption, on the slide and in narrow windows, in two.

/// True where a lesson is on the screen, or is offered.
[[nodiscard]] bool hasLessonCard(const AppState& state);

/// Returns the height of all that the card holds, in pixels. @param width of its window
[[nodiscard]] float lessonCardHeight(const Scene& scene, float width, bool is_caption);

void drawLessonCard(const Scene& scene, const Rect& region);
void drawLessonCaption(const Scene& scene, const Rect& region);

}  // namespace lookback

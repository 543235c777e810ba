#pragma once

#include "app/look/painter.h"
#include "app/views/lesson/card_column.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws the editor of the lesson that is being written, in place of the panel to the right.
void drawLessonEditor(const Scene& scene, const Rect& region);

/// Puts the button that leads from a lesson that is tried back to its editor.
void putBackToEditor(const Scene& scene, CardColumn& column);

}  // namespace lookback

#pragma once

#include "app/views/lesson/card_column.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Puts the choices of the task on the screen, which is a choice.
/// @param is_caption those that nobody made leave their room to the replies
void putLessonChoices(const Scene& scene, CardColumn& column, bool is_caption);

}  // namespace lookback

#pragma once

#include "app/views/lesson/card_column.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Puts the task of the step: its question, what answers it, and what is said of the answer.
void putLessonTask(const Scene& scene, CardColumn& column);

/// The same in two columns: what answers the question on the right, the question above it or,
/// beside choices, on the left, and replies where there is more room.
void putLessonTask(const Scene& scene, CardColumn& left, CardColumn& right);

}  // namespace lookback

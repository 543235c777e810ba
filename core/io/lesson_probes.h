#pragma once

#include "core/io/lesson_moments.h"

namespace lookback {

/// True where a condition is false at the beginning of a step, or after one of some forty edits and
/// moves that a person may make there: one that never fails asks nothing.
[[nodiscard]] bool canFail(const Condition& condition, const LessonMoments& moments,
                           const LessonFacts& begun);

}  // namespace lookback

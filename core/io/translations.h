/// Texts of the shipped lessons and experiments in other languages than English:
/// assets/locale/LANG.lessons.json. The English ones are in the lessons and experiments themselves.
#pragma once

#include "core/io/experiment_library.h"
#include "core/lesson/lesson.h"

namespace lookback {

/// Adds the texts of every language to those of a shipped lesson, which has its id.
void translate(Lesson& lesson);

/// Adds the texts of every language to those of a shipped experiment.
void translate(ExperimentEntry& experiment);

}  // namespace lookback

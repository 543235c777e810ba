/// Exports of the lesson with tasks that is on the screen.
#pragma once

#include <string>

#include "app/state/model/app_state.h"
#include "core/base/result.h"

namespace lookback {

/// The id of a lesson; of a file elsewhere its name without the ending. Empty: it has no file yet.
[[nodiscard]] std::string lessonName(const LessonSource& source);

/// The worksheet of the lesson's questions, in the language of the window. Errors, without a place:
/// the lesson hides numbers, which the answers on the last page would tell; those of
/// `lessonWorksheetPage`.
[[nodiscard]] Result<std::string> lessonQuestions(const AppState& state);

/// The student's answers, as `lookback answers` reads them: the first and the last to each task,
/// about the numbers on the screen, with the name on the open file sheet. Error: no lesson is on
/// the screen.
[[nodiscard]] Result<std::string> lessonAnswers(const AppState& state);

}  // namespace lookback

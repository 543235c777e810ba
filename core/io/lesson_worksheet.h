#pragma once

#include <string>

#include "core/lesson/guided_lesson.h"
#include "core/words/language.h"

namespace lookback {

/// The questions of a lesson as a page to print.
struct LessonWorksheet {
    const GuidedLesson& lesson;
    const Language& language;
    LessonWork opened;  ///< the lesson's own work, perhaps with other draws (`workOfSeed`)
};

/// Writes the page as HTML that is XML, too: each step with its text and its question, with a line
/// for a number, tokens or a matrix to mark, choices to tick; then, on a page of its own, the right
/// answers and the text that is said after each. Tasks that change something are marked as done in
/// the program. Numbers have 4 decimals.
/// Before the answers, no matrix and no text has a number that a task asks for, nor one that
/// follows from it.
/// Errors: those of `workAt`; a document that `worksheetFault` refuses; a task that cannot be asked
/// about these numbers.
[[nodiscard]] Checked<std::string> lessonWorksheetPage(const LessonWorksheet& sheet);

}  // namespace lookback

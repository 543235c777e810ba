#pragma once

#include <cstddef>

#include "core/lesson/judge.h"

namespace lookback {

// What happens to the lesson on the screen: one goes to a step, answers, or has the answer shown.

/// Goes to a step: its numbers are set and one stands where it leads, as one step of undo.
struct GoToLessonStep {
    std::size_t step = 0;
};
/// The next step, or the previous one. On the slide the next first completes what is on the screen:
/// cells that have not appeared, then the open task.
struct MoveInLesson {
    int by = 1;
};
/// Answers the open task.
struct AnswerTask {
    TaskAnswer answer;
};
/// Shows the answer of the open task; what is to be made is made.
struct ShowAnswer {};
/// Shows one more hint of the open task.
struct ShowHint {};
/// The step begins once more, with its numbers and without an answer.
struct BeginStepAgain {};
/// The lesson begins once more: all answers are forgotten.
struct BeginLessonAgain {};
/// Forgets the answers to all tasks of a lesson.
struct ForgetProgress {
    std::string lesson;  ///< its id, or the path of its file
};
/// Draws other numbers and asks the same task about them.
struct DrawAnother {};
/// Begins to count the hands of a class for each choice, or ends it; a second count stands beside
/// the first.
struct CountHands {
    bool counts = true;
};
/// A hand for a choice, or one less.
struct CountHand {
    std::size_t choice = 0;
    int by = 1;
};

}  // namespace lookback

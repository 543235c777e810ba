// Lesson files: what is read is played at every step, answered with everything, and written again.
#include <limits>

#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_moments.h"
#include "core/lesson/hidden_cells.h"
#include "core/lesson/judge.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

namespace {

/// A lesson that would take long to play is only read.
bool isSmall(const GuidedLesson& lesson) {
    constexpr Index kMost = 8;
    if (lesson.subject() == LessonSubject::experiment) return false;
    const Document& document = *lesson.document();
    return document.n() <= kMost && document.dIn() <= kMost && document.heads <= 4;
}

void requireSaid(const FilledText& text) {
    require(isUtf8(english().text(text)), "a text of a lesson is readable");
}

/// Every answer that a person can give to a task.
std::vector<TaskAnswer> answersTo(const LessonTask& task, const LessonFacts& facts) {
    std::vector<TaskAnswer> answers{0.0,
                                    -std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::quiet_NaN(),
                                    AnsweredToken{0},
                                    AnsweredChoice{0},
                                    AnsweredCell{}};
    if (const auto right = rightAnswers(task, facts)) {
        answers.insert(answers.end(), right->begin(), right->end());
        const Result<Judgement> judgement = judge({.task = task}, right->front(), facts);
        require(judgement && judgement->is_right, "a right answer is right");
    }
    return answers;
}

void play(const LessonStep& step, const LessonFacts& facts) {
    requireSaid(filled(step.text, facts));
    requireSaid(thenText(step, facts));
    for (const LessonText& hint : step.hints) requireSaid(filled(hint, facts));
    static_cast<void>(hiddenThings(step, facts));
    if (!step.task) return;
    requireSaid(filled(step.task->ask, facts));
    if (const auto* const make = std::get_if<MakeTask>(&step.task->kind)) {
        for (const Condition& condition : make->conditions) {
            const ConditionState state = conditionState(condition, facts);
            require(holds(condition, facts).value_or(false) == state.holds,
                    "a tick is that of its condition");
        }
        return;
    }
    for (const TaskAnswer& answer : answersTo(*step.task, facts)) {
        const Result<Judgement> judgement = judge(step, answer, facts);
        if (judgement) requireSaid(judgement->reply);
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Checked<GuidedLesson> lesson = readGuidedLesson(textOf(data, size), kAllowed);
    if (!lesson) {
        requireReason(lesson.error());
        return 0;
    }
    const std::string written = writeGuidedLesson(*lesson);
    const Checked<GuidedLesson> again = readGuidedLesson(written, kAllowed);
    require(again.has_value(), "a lesson that was read can be written and read again");
    require(again->steps == lesson->steps, "it reads back equal");
    if (!isSmall(*lesson)) return 0;
    const LessonMoments moments(*lesson, lesson->work);
    for (std::size_t k = 0; k < lesson->steps.size(); ++k) {
        for (const StepMoment moment : {StepMoment::begun, StepMoment::solved}) {
            const Checked<LessonFacts> facts = moments.at(k, moment);
            require(facts.has_value(), "edits that were read can be made");
            play(lesson->steps[k], *facts);
        }
    }
    return 0;
}

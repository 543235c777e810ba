#include "app/program/lesson_exports.h"

#include <optional>
#include <string_view>
#include <variant>

#include "app/state/model/shown_quantity.h"
#include "core/io/answers.h"
#include "core/io/lesson_worksheet.h"
#include "core/io/path.h"
#include "core/words/say.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::string_view kLessonFileEnding = ".lesson.json";

/// The lesson's own work, perhaps with other draws.
LessonWork openedWork(const AppState& state) {
    return useWork(state, [](const auto& work) -> LessonWork { return work.origin().opened; });
}

StudentAnswers::Task answered(const LessonTask& task, const TaskProgress& progress, Index heads) {
    StudentAnswers::Task result{.shown = progress.is_shown};
    if (std::holds_alternative<MakeTask>(task.kind)) {
        if (progress.is_solved) result.first = result.last = kMadeAnswer;
        return result;
    }
    if (progress.first) result.first = answerText(*progress.first, heads);
    if (progress.last) result.last = answerText(*progress.last, heads);
    return result;
}

}  // namespace

std::string lessonName(const LessonSource& source) {
    if (!source.lesson->id.empty() || source.file.empty()) return source.lesson->id;
    std::string name = lastName(source.file);
    if (name.ends_with(kLessonFileEnding)) name.resize(name.size() - kLessonFileEnding.size());
    return name;
}

Result<std::string> lessonQuestions(const AppState& state) {
    const LessonHiding& hiding = state.lesson.hiding;
    if (!hiding.cells.empty() || !hiding.things.results.empty()) {
        return tl::unexpected(Error{"", hiddenByLesson(state)});
    }
    return lessonWorksheetPage({.lesson = *state.lesson.lesson(),
                                .language = state.wording().language(),
                                .opened = openedWork(state)})
        .map_error([](const std::vector<Error>& errors) {
            return Error{"", errors.front().message};
        });
}

Result<std::string> lessonAnswers(const AppState& state) {
    const ShownLesson& shown = state.lesson;
    const std::string seed = seedOf(openedWork(state));
    if (shown.step() == nullptr) return tl::unexpected(Error{"", say::faults::NoLessonOnScreen{}});
    const auto* const sheet = state.hands.open<FileSheet>();
    StudentAnswers answers{.name = sheet != nullptr ? sheet->student : std::string(),
                           .lesson = lessonName(*shown.source),
                           .seed = seed.empty() ? "0" : seed};
    const GuidedLesson& lesson = *shown.lesson();
    const Index heads =
        lesson.subject() == LessonSubject::document ? lesson.document()->heads : Index{1};
    const LessonProgress* const progress = findProgress(state.place.lessons, shown.source->key());
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
        if (!lesson.steps[k].task) continue;
        const TaskProgress task = taskProgress(progress, k, shown.stand.seed);
        answers.tasks.push_back(answered(*lesson.steps[k].task, task, heads));
    }
    return writeAnswers(answers);
}

}  // namespace lookback

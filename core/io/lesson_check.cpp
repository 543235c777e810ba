#include "core/io/lesson_check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/lesson_moments.h"
#include "core/io/lesson_probes.h"
#include "core/lesson/judge.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::uint64_t kMostSeedsTried = 100;

std::string stepPath(std::size_t step) { return fmt::format("steps[{}]", step); }

/// The faults of tasks with one work, each at the path of the task or of the mistake.
class TaskCheck {
public:
    TaskCheck(const GuidedLesson& lesson, LessonWork opened, const GivesUp& gives_up = {})
        : lesson_(lesson), moments_(lesson, std::move(opened), gives_up) {}

    /// Adds the faults of every step. @param compares whether mistakes are compared with each other
    std::vector<Error> faults(bool compares) {
        compares_ = compares;
        for (std::size_t k = 0; k < lesson_.steps.size(); ++k) check(k);
        return std::move(faults_);
    }

    [[nodiscard]] const LessonMoments& moments() const { return moments_; }

private:
    void check(std::size_t place) {
        const LessonStep& step = lesson_.steps[place];
        if (!step.task) return;
        const std::string path = stepPath(place) + ".task";
        const Checked<LessonFacts> begun = moments_.at(place, StepMoment::begun);
        if (!begun) return addAll(begun.error());
        if (const auto* const make = std::get_if<MakeTask>(&step.task->kind)) {
            return checkMade(*make, *begun, place, path);
        }
        const Result<std::vector<TaskAnswer>> right = rightAnswers(*step.task, *begun);
        if (!right) return add(path, right.error().message);
        if (const auto* const cell = std::get_if<CellTask>(&step.task->kind)) {
            checkCells(*cell, step, *begun, *right, path);
        }
        for (std::size_t k = 0; k < step.mistakes.size(); ++k) {
            checkMistake(step, k, *begun, fmt::format("{}.mistakes[{}]", stepPath(place), k));
        }
    }

    void checkMade(const MakeTask& task, const LessonFacts& begun, std::size_t place,
                   const std::string& path) {
        const Checked<LessonFacts> solved = moments_.at(place, StepMoment::solved);
        if (!solved) return addAll(solved.error());
        const Result<bool> at_first = isMade(task, begun);
        if (!at_first) return add(path, at_first.error().message);
        if (*at_first) return add(path, say::lesson::StartsSolved{});
        const Result<bool> in_the_end = isMade(task, *solved);
        if (!in_the_end) return add(path + ".solution", in_the_end.error().message);
        if (!*in_the_end) add(path + ".solution", unsolved(task, *solved));
    }

    /// Says which condition the solution does not meet.
    static Message unsolved(const MakeTask& task, const LessonFacts& solved) {
        std::size_t failed = 0;
        while (failed + 1 < task.conditions.size() &&
               holds(task.conditions[failed], solved).value_or(false)) {
            ++failed;
        }
        return say::lesson::DoesNotSolve{
            .condition = Verbatim{fmt::format("{}[{}]", task.needs_all ? "all" : "any", failed)}};
    }

    void checkCells(const CellTask& task, const LessonStep& step, const LessonFacts& facts,
                    const std::vector<TaskAnswer>& right, const std::string& path) {
        const Result<std::vector<TaskAnswer>> all = candidates(task, facts);
        if (!all) return add(path + ".cells", all.error().message);
        if (all->size() == right.size()) add(path + ".where", say::lesson::AllRight{});
        wrong_cells_.clear();
        for (const TaskAnswer& answer : *all) {
            const Result<Judgement> judgement = judge(step, answer, facts);
            if (!judgement) return add(path, judgement.error().message);
            if (!judgement->is_right) wrong_cells_.push_back(judgement->mistake);
        }
    }

    void checkMistake(const LessonStep& step, std::size_t at, const LessonFacts& facts,
                      const std::string& path) {
        const LessonMistake& mistake = step.mistakes[at];
        if (mistake.where) {
            const bool is_given = std::find(wrong_cells_.begin(), wrong_cells_.end(),
                                            std::optional(at)) != wrong_cells_.end();
            if (!is_given) add(path, say::lesson::FitsNoAnswer{});
            return;
        }
        const Result<double> wrong = wrongNumber(*step.task, mistake, facts);
        if (!wrong) return add(path, wrong.error().message);
        if (std::isnan(*wrong)) return add(path, say::lesson::MistakeIsNan{});
        const bool is_token = std::holds_alternative<CellTask>(step.task->kind);
        const TaskAnswer answer =
            is_token ? TaskAnswer(AnsweredToken{static_cast<Index>(*wrong)}) : TaskAnswer(*wrong);
        const Result<Judgement> judgement = judge(step, answer, facts);
        if (!judgement) return add(path, judgement.error().message);
        if (judgement->is_right) {
            return add(path, say::lesson::MistakeIsRight{.value = Decimal{*wrong, 4}});
        }
        const bool is_other = !judgement->mistake || *judgement->mistake != at;
        if (is_other && compares_) add(path, say::lesson::FitsNoAnswer{});
    }

    void add(std::string path, Message message) {
        faults_.emplace_back(std::move(path), std::move(message));
    }
    void addAll(const std::vector<Error>& errors) {
        faults_.insert(faults_.end(), errors.begin(), errors.end());
    }

    const GuidedLesson& lesson_;
    LessonMoments moments_;
    bool compares_ = false;
    std::vector<Error> faults_;
    std::vector<std::optional<std::size_t>> wrong_cells_;  ///< the mistake of each wrong cell
};

/// The faults of a lesson apart from its tasks: texts, places, what is hidden, conditions.
class LessonCheck {
public:
    LessonCheck(const GuidedLesson& lesson, const LessonMoments& moments)
        : lesson_(lesson), moments_(moments) {}

    std::vector<Error> faults() {
        checkLanguages();
        for (std::size_t k = 0; k < lesson_.steps.size(); ++k) check(k);
        return std::move(faults_);
    }

private:
    void checkLanguages() {
        const std::vector<std::string> languages = languagesOf(lesson_);
        for (const PlacedText& placed : textsOf(lesson_)) {
            for (const std::string& language : languages) {
                const auto& versions = placed.text->versions();
                const bool has =
                    std::any_of(versions.begin(), versions.end(),
                                [&](const auto& one) { return one.language == language; });
                if (has) continue;
                add(placed.path, say::lesson::NoTextIn{.language = Verbatim{language}});
            }
        }
    }

    void check(std::size_t place) {
        const LessonStep& step = lesson_.steps[place];
        const Checked<LessonFacts> begun = moments_.at(place, StepMoment::begun);
        const Checked<LessonFacts> solved = moments_.at(place, StepMoment::solved);
        if (!begun || !solved) return;  // the tasks say so
        checkLook(begun->standing(), *begun, stepPath(place) + ".look");
        checkHidden(step, *begun, stepPath(place));
        checkTexts(place, *begun, *solved);
        const auto* const make = step.task ? std::get_if<MakeTask>(&step.task->kind) : nullptr;
        if (make == nullptr) return;
        checkLook(solved->standing(), *solved, stepPath(place) + ".task.solution.look");
        for (std::size_t k = 0; k < make->conditions.size(); ++k) {
            if (canFail(make->conditions[k], moments_, *begun)) continue;
            add(fmt::format("{}.task.{}[{}]", stepPath(place), make->needs_all ? "all" : "any", k),
                say::lesson::AlwaysTrue{});
        }
    }

    void checkLook(const Standing& standing, const LessonFacts& facts, const std::string& path) {
        if (facts.subject() == LessonSubject::experiment) {
            const Index steps = facts.training().experiment().steps;
            if (standing.training_step > steps) {
                add(path, say::lesson::NoStep{.step = Count{standing.training_step},
                                              .last = Count{steps}});
            }
            return;
        }
        const auto view = facts.matrix(DocumentVariant::present, standing.step, standing.head);
        if (!view) return add(path, view.error().message);
        const Cell cell = standing.cell;
        const bool is_inside = cell.row < view->rows() && cell.col < view->cols();
        if (!is_inside && cell != Cell{}) add(path, say::lesson::CellOutside{});
    }

    void checkHidden(const LessonStep& step, const LessonFacts& facts, const std::string& path) {
        for (std::size_t k = 0; k < step.hide.size(); ++k) {
            const auto* const cells = std::get_if<Expression>(&step.hide[k]);
            if (cells == nullptr) continue;
            const Result<NamedCells> named = cellsOf(*cells, facts);
            if (!named) add(fmt::format("{}.hide[{}]", path, k), named.error().message);
        }
    }

    /// Every slot of the texts of a step has a value when it is read.
    void checkTexts(std::size_t place, const LessonFacts& begun, const LessonFacts& solved) {
        const LessonStep& step = lesson_.steps[place];
        const LocalNames names = sampleNames(step);
        const std::string then = stepPath(place) + ".then";
        for (const PlacedText& placed : textsOf(lesson_)) {
            if (placed.with_slots == nullptr || placed.step != place) continue;
            const LessonFacts& facts = placed.path == then ? solved : begun;
            for (Error& error : slotFaults(*placed.with_slots, facts, names)) {
                add(fmt::format("{} {}", placed.path, error.where), std::move(error.message));
            }
        }
    }

    /// The names that an answer of the step's kind has.
    static LocalNames sampleNames(const LessonStep& step) {
        if (!step.task) return {};
        const auto* const cell = std::get_if<CellTask>(&step.task->kind);
        if (cell != nullptr && !cell->asks_token) return answerNames(AnsweredCell{});
        LocalNames names = answerNames(TaskAnswer(0.0));
        if (std::holds_alternative<NumberTask>(step.task->kind)) names.right = 0;
        return names;
    }

    void add(std::string path, Message message) {
        faults_.emplace_back(std::move(path), std::move(message));
    }

    const GuidedLesson& lesson_;
    const LessonMoments& moments_;
    std::vector<Error> faults_;
};

/// How many other seeds a lesson is played with.
std::uint64_t otherSeeds(const GuidedLesson& lesson) {
    return lesson.subject() == LessonSubject::document ? kOtherSeeds : 1;
}

/// Adds the faults that come with too many other seeds.
void checkOtherSeeds(const GuidedLesson& lesson, const GivesUp& gives_up,
                     const PlayedDrawing& on_played, std::vector<Error>& faults) {
    const bool is_document = lesson.subject() == LessonSubject::document;
    const std::uint64_t seeds = otherSeeds(lesson);
    const std::size_t least = is_document ? kLeastUsableSeeds : 1;
    std::map<std::string, std::size_t> failures;
    std::size_t played = 0;
    for (std::uint64_t k = 1; k <= seeds; ++k) {
        const auto other = redrawnBy(lesson.work, k);
        if (!other) continue;
        ++played;
        std::vector<std::string> failed;
        for (const Error& fault : TaskCheck(lesson, *other, gives_up).faults(false)) {
            if (std::find(failed.begin(), failed.end(), fault.where) != failed.end()) continue;
            failed.push_back(fault.where);
            ++failures[fault.where];
        }
        if (on_played) on_played(static_cast<Index>(k) + 1, static_cast<Index>(seeds) + 1);
    }
    if (played == 0) return;  // nothing is drawn
    for (const auto& [path, count] : failures) {
        const std::uint64_t usable = seeds - count;
        if (usable >= least) continue;
        faults.emplace_back(path,
                            say::lesson::TooFewSeeds{.n = static_cast<Index>(usable),
                                                     .of = Count{static_cast<Index>(seeds)},
                                                     .least = Count{static_cast<Index>(least)}});
    }
}

/// The first usable work among those of later seeds. @param first how many seeds later, at least
std::optional<LessonWork> usableWork(const GuidedLesson& lesson, const LessonWork& opened,
                                     std::uint64_t first) {
    for (std::uint64_t k = first; k < first + kMostSeedsTried; ++k) {
        auto other = redrawnBy(opened, k);
        if (other && TaskCheck(lesson, *other).faults(false).empty()) return other;
    }
    return std::nullopt;
}

}  // namespace

std::vector<Error> lessonFaults(const GuidedLesson& lesson, const GivesUp& gives_up,
                                const PlayedDrawing& on_played) {
    TaskCheck tasks(lesson, lesson.work, gives_up);
    std::vector<Error> faults = tasks.faults(true);
    std::vector<Error> others = LessonCheck(lesson, tasks.moments()).faults();
    faults.insert(faults.end(), std::make_move_iterator(others.begin()),
                  std::make_move_iterator(others.end()));
    if (on_played) on_played(1, static_cast<Index>(otherSeeds(lesson)) + 1);
    // A lesson that cannot be played as it is would only fail again with every seed.
    if (faults.empty()) checkOtherSeeds(lesson, gives_up, on_played, faults);
    return faults;
}

std::optional<LessonWork> anotherWork(const GuidedLesson& lesson, const LessonWork& opened) {
    return usableWork(lesson, opened, 1);
}

std::optional<LessonWork> workOfSeed(const GuidedLesson& lesson, std::uint64_t seed) {
    if (lesson.subject() == LessonSubject::experiment) {
        Experiment experiment = *lesson.experiment();
        experiment.seed = seed;
        return usableWork(lesson, std::make_shared<const Experiment>(std::move(experiment)), 0);
    }
    Document document = *lesson.document();
    if (!document.draw) return std::nullopt;
    document.draw->seed = std::to_string(seed);
    return usableWork(lesson, std::make_shared<const Document>(std::move(document)), 0);
}

}  // namespace lookback

#include "core/io/lesson_moments.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/io/lesson_edits.h"
#include "core/io/redraw.h"

namespace lookback {
namespace {

/// The work after edits. @param path of the edits in the lesson's file
Checked<LessonWork> editedWork(const LessonWork& work, const LessonEdits& edits,
                               const std::string& path, const LessonWork& opened, double allowed) {
    const auto placed = [&](std::vector<Error> errors) {
        for (Error& error : errors) {
            error.where = error.where.empty() ? path : fmt::format("{}.{}", path, error.where);
        }
        return errors;
    };
    if (edits.empty()) return work;
    if (const auto* const document = std::get_if<std::shared_ptr<const Document>>(&work)) {
        return edited(**document, edits, *std::get<0>(opened), allowed)
            .map([](Document after) -> LessonWork {
                return std::make_shared<const Document>(std::move(after));
            })
            .map_error(placed);
    }
    return edited(*std::get<1>(work), edits, *std::get<1>(opened))
        .map([](Experiment after) -> LessonWork {
            return std::make_shared<const Experiment>(std::move(after));
        })
        .map_error(placed);
}

const MakeTask* makeTaskOf(const LessonStep& step) {
    return step.task ? std::get_if<MakeTask>(&step.task->kind) : nullptr;
}

/// A decimal number, larger by `more`; nothing for other texts.
std::optional<std::string> plus(std::string digits, std::uint64_t more) {
    const bool is_number = !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) {
        return c >= '0' && c <= '9';
    });
    if (!is_number) return std::nullopt;
    for (std::size_t at = digits.size(); at-- > 0 && more > 0;) {
        const std::uint64_t sum = static_cast<std::uint64_t>(digits[at] - '0') + more;
        digits[at] = static_cast<char>('0' + sum % 10);
        more = sum / 10;
    }
    return more > 0 ? std::to_string(more) + digits : digits;
}

}  // namespace

Checked<LessonWork> workAt(const GuidedLesson& lesson, std::size_t step, StepMoment moment,
                           const LessonWork& opened, double allowed) {
    Checked<LessonWork> work = opened;
    for (std::size_t k = 0; work && k <= step && k < lesson.steps.size(); ++k) {
        const LessonStep& now = lesson.steps[k];
        work = editedWork(*work, now.set, fmt::format("steps[{}].set", k), opened, allowed);
        const MakeTask* const make = makeTaskOf(now);
        const bool is_solved = k < step || moment == StepMoment::solved;
        if (work && make != nullptr && is_solved) {
            work = editedWork(*work, make->solution, fmt::format("steps[{}].task.solution", k),
                              opened, allowed);
        }
    }
    return work;
}

std::vector<Error> editFaults(const GuidedLesson& lesson, double allowed) {
    const auto work = workAt(lesson, lesson.steps.size(), StepMoment::solved, lesson.work, allowed);
    return work ? std::vector<Error>() : work.error();
}

std::optional<LessonWork> redrawnBy(const LessonWork& opened, std::uint64_t seeds) {
    if (const auto* const document = std::get_if<std::shared_ptr<const Document>>(&opened)) {
        if (!(*document)->draw) return std::nullopt;
        Draw draw = *(*document)->draw;
        auto seed = plus(draw.seed, seeds);
        if (!seed) return std::nullopt;
        draw.seed = *std::move(seed);
        Checked<Document> other = redrawn(**document, draw);
        if (!other) return std::nullopt;
        return std::make_shared<const Document>(*std::move(other));
    }
    Experiment other = *std::get<1>(opened);
    other.seed += seeds;
    return std::make_shared<const Experiment>(std::move(other));
}

Checked<LessonFacts> LessonMoments::at(std::size_t step, StepMoment moment) const {
    const Checked<LessonWork> begun = workAt(lesson_, step, StepMoment::begun, opened_);
    if (!begun) return tl::unexpected(begun.error());
    const Checked<LessonWork> now =
        moment == StepMoment::begun ? begun : workAt(lesson_, step, StepMoment::solved, opened_);
    if (!now) return tl::unexpected(now.error());
    Standing standing = standingAt(lesson_, step);
    const MakeTask* const make = makeTaskOf(lesson_.steps[step]);
    if (moment == StepMoment::solved && make != nullptr) standing = movedBy(standing, make->look);
    LessonMoment known;
    if (const auto* const document = std::get_if<std::shared_ptr<const Document>>(&*begun)) {
        known.begun = *document;
        known.opened = std::get<0>(opened_);
    }
    return with(*now, LessonFacts(known), standing);
}

LessonFacts LessonMoments::with(LessonWork work, const LessonFacts& begun,
                                const Standing& standing) const {
    LessonMoment moment{
        .opened = begun.moment().opened, .begun = begun.moment().begun, .standing = standing};
    if (auto* const document = std::get_if<std::shared_ptr<const Document>>(&work)) {
        moment.document = std::move(*document);
    } else {
        moment.training = training(std::get<1>(work));
    }
    return LessonFacts(std::move(moment));
}

std::shared_ptr<const TrainingFacts> LessonMoments::training(
    const std::shared_ptr<const Experiment>& experiment) const {
    for (const auto& known : trainings_) {
        if (known->experiment() == *experiment) return known;
    }
    trainings_.push_back(std::make_shared<const TrainingFacts>(experiment, gives_up_));
    return trainings_.back();
}

}  // namespace lookback

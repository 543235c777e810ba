/// The document or experiment of a lesson at its steps, and with other draws.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/gives_up.h"
#include "core/io/system_memory.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

/// Whether the task of a step is still to be done, or done as its solution says.
enum class StepMoment : std::uint8_t { begun, solved };

/// The work of a lesson at a step: edits of all steps before it, and solutions of what was to be
/// made there; then the step's own edits, and its solution where it is solved.
/// Errors: edits that cannot be applied, `where` is the path in the lesson's file.
/// @param opened the lesson's own work, perhaps with other draws
[[nodiscard]] Checked<LessonWork> workAt(const GuidedLesson& lesson, std::size_t step,
                                         StepMoment moment, const LessonWork& opened,
                                         double allowed = allowedMemory());

/// Every edit of a lesson that cannot be applied to its own work.
[[nodiscard]] std::vector<Error> editFaults(const GuidedLesson& lesson, double allowed);

/// The work with the numbers of a later seed. Nothing where it has no draw, or where the numbers do
/// not fit. @param seeds how many seeds later
[[nodiscard]] std::optional<LessonWork> redrawnBy(const LessonWork& opened, std::uint64_t seeds);

/// The facts of a lesson at its steps. Trainings of equal experiments are shared. The lesson must
/// outlive it.
class LessonMoments {
public:
    /// @param gives_up is asked while an experiment is trained; facts are useless afterwards
    LessonMoments(const GuidedLesson& lesson, LessonWork opened, GivesUp gives_up = {})
        : lesson_(lesson), opened_(std::move(opened)), gives_up_(std::move(gives_up)) {}

    /// Errors: those of `workAt`.
    [[nodiscard]] Checked<LessonFacts> at(std::size_t step, StepMoment moment) const;

    /// The facts of another work, or of another place, at the beginning of a step.
    [[nodiscard]] LessonFacts with(LessonWork work, const LessonFacts& begun,
                                   const Standing& standing) const;

private:
    [[nodiscard]] std::shared_ptr<const TrainingFacts> training(
        const std::shared_ptr<const Experiment>& experiment) const;

    const GuidedLesson& lesson_;
    LessonWork opened_;
    GivesUp gives_up_;
    mutable std::vector<std::shared_ptr<const TrainingFacts>> trainings_;
};

}  // namespace lookback

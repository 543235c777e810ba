#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

/// A step of a lesson, and the seed of its numbers. A picture carries it instead of a document
/// while the task of the step hides numbers. As a file, where steps are counted from 1:
/// `{"lookback_task": 1, "lesson": "a-finite-value", "step": 2, "seed": "43"}`.
struct TaskPlace {
    std::string lesson;    ///< its id; of a file elsewhere its name without the ending
    std::size_t step = 0;  ///< from 0 on
    std::string seed{};    ///< of numbers that were drawn again; empty: the lesson's own

    bool operator==(const TaskPlace&) const = default;
};

[[nodiscard]] std::string writeTaskPlace(const TaskPlace& place);

/// True for the file of a task's place, of any version.
[[nodiscard]] bool isTaskPlace(std::string_view text);

/// Errors: every fault with its JSON path.
[[nodiscard]] Checked<TaskPlace> readTaskPlace(std::string_view text);

/// The fault of a place at which the lesson has no step, or none of these numbers.
[[nodiscard]] std::optional<Error> taskPlaceFault(const TaskPlace& place,
                                                  const GuidedLesson& lesson);

/// The lesson's work with the numbers of a seed; its own for an empty one. Nothing where the lesson
/// has no such numbers.
[[nodiscard]] std::optional<LessonWork> workWithSeed(const GuidedLesson& lesson,
                                                     const std::string& seed);

}  // namespace lookback

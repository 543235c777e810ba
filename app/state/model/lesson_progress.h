#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/lesson/judge.h"

namespace lookback {

/// Hands counted for each choice of a task, in the order of its choices.
using HandCounts = std::vector<Index>;

/// How far the task of a step has come, of one drawing of the numbers.
struct TaskProgress {
    std::string seed{};  ///< of the numbers that it was asked about (LessonStand)
    std::optional<TaskAnswer> first{};
    std::optional<TaskAnswer> last{};
    bool is_solved = false;     ///< a right answer was given, or the conditions were met
    bool is_shown = false;      ///< the answer was shown on demand
    Index hints = 0;            ///< number of hints that were shown
    HandCounts hands{};         ///< of the present vote; empty: none was held
    HandCounts hands_before{};  ///< of the vote before it
    bool was_done = false;      ///< solved or shown once, whatever the seed

    [[nodiscard]] bool isDone() const { return is_solved || is_shown; }
    bool operator==(const TaskProgress&) const = default;
};

/// 0, 1, or 2 where the last answer is not the first.
[[nodiscard]] Index answersGiven(const TaskProgress& task);

/// How far a lesson has come. A plain value, kept in a file of its own.
struct LessonProgress {
    std::string lesson{};               ///< id, or path of its file
    std::size_t step = 0;               ///< where one stood last
    std::vector<TaskProgress> tasks{};  ///< by step; missing ones have not begun

    bool operator==(const LessonProgress&) const = default;
};

/// The progress of the lesson with this key; null where it has not begun.
[[nodiscard]] const LessonProgress* findProgress(const std::vector<LessonProgress>& all,
                                                 std::string_view lesson);

/// The progress of a task with these numbers: that of others has not begun.
[[nodiscard]] TaskProgress taskProgress(const LessonProgress* progress, std::size_t step,
                                        std::string_view seed);

/// The union of the progress that windows share and of a window's changes since it last merged. A
/// task that both changed has the first answer of one, the last answer of the other, and is done
/// where it is done in either. A lesson that the window has forgotten is left out. Of more than
/// kMostLessonsKept lessons the oldest are left out.
/// @param shared as it is kept now @param before of the window, when it last merged
[[nodiscard]] std::vector<LessonProgress> mergedProgress(std::vector<LessonProgress> shared,
                                                         const std::vector<LessonProgress>& before,
                                                         const std::vector<LessonProgress>& now);

inline constexpr std::size_t kMostLessonsKept = 1000;

}  // namespace lookback

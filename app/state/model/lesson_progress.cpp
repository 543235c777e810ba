#include "app/state/model/lesson_progress.h"

#include <algorithm>
#include <utility>

namespace lookback {

const LessonProgress* findProgress(const std::vector<LessonProgress>& all,
                                   std::string_view lesson) {
    const auto found = std::find_if(all.begin(), all.end(), [lesson](const LessonProgress& one) {
        return one.lesson == lesson;
    });
    return found == all.end() ? nullptr : &*found;
}

Index answersGiven(const TaskProgress& task) {
    if (!task.first) return 0;
    return task.last == task.first ? 1 : 2;
}

TaskProgress taskProgress(const LessonProgress* progress, std::size_t step, std::string_view seed) {
    TaskProgress task{.seed = std::string(seed)};
    if (progress == nullptr || step >= progress->tasks.size()) return task;
    const TaskProgress& kept = progress->tasks[step];
    if (kept.seed == seed) return kept;
    task.was_done = kept.was_done || kept.isDone();
    return task;
}

namespace {

/// The progress of one task in two windows with different answers. @param later by the window that
/// answered last
TaskProgress unionOf(const TaskProgress& earlier, const TaskProgress& later) {
    TaskProgress both = later;
    both.was_done = later.was_done || earlier.was_done || earlier.isDone();
    if (earlier.seed != later.seed) return both;
    if (earlier.first) both.first = earlier.first;
    if (!later.last) both.last = earlier.last;
    both.is_solved = earlier.is_solved || later.is_solved;
    both.is_shown = earlier.is_shown || later.is_shown;
    both.hints = std::max(earlier.hints, later.hints);
    if (later.hands.empty()) both.hands = earlier.hands;
    if (later.hands_before.empty()) both.hands_before = earlier.hands_before;
    return both;
}

TaskProgress taskAt(const LessonProgress* progress, std::size_t step) {
    const bool has = progress != nullptr && step < progress->tasks.size();
    return has ? progress->tasks[step] : TaskProgress();
}

LessonProgress mergedLesson(const LessonProgress* shared, const LessonProgress* before,
                            const LessonProgress& now) {
    LessonProgress merged = shared != nullptr ? *shared : LessonProgress{.lesson = now.lesson};
    merged.step = now.step;
    merged.tasks.resize(std::max(merged.tasks.size(), now.tasks.size()));
    for (std::size_t k = 0; k < now.tasks.size(); ++k) {
        const TaskProgress was = taskAt(before, k);
        if (now.tasks[k] == was) continue;
        const bool is_mine_alone = merged.tasks[k] == was;
        merged.tasks[k] = is_mine_alone ? now.tasks[k] : unionOf(merged.tasks[k], now.tasks[k]);
    }
    return merged;
}

}  // namespace

std::vector<LessonProgress> mergedProgress(std::vector<LessonProgress> shared,
                                           const std::vector<LessonProgress>& before,
                                           const std::vector<LessonProgress>& now) {
    const auto take = [&](std::string_view lesson) {
        std::erase_if(shared, [&](const LessonProgress& one) { return one.lesson == lesson; });
    };
    for (const LessonProgress& was : before) {
        if (findProgress(now, was.lesson) == nullptr) take(was.lesson);
    }
    for (const LessonProgress& is : now) {
        const LessonProgress* const was = findProgress(before, is.lesson);
        if (was != nullptr && *was == is) continue;
        LessonProgress merged = mergedLesson(findProgress(shared, is.lesson), was, is);
        take(is.lesson);
        shared.push_back(std::move(merged));
    }
    if (shared.size() > kMostLessonsKept) {
        shared.erase(shared.begin(), shared.end() - kMostLessonsKept);
    }
    return shared;
}

}  // namespace lookback

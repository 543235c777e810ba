#include "app/state/model/lesson_progress.h"

#include <algorithm>

namespace lookback {

const LessonProgress* findProgress(const std::vector<LessonProgress>& all,
                                   std::string_view lesson) {
    const auto found = std::find_if(all.begin(), all.end(), [lesson](const LessonProgress& one) {
        return one.lesson == lesson;
    });
    return found == all.end() ? nullptr : &*found;
}

TaskProgress taskProgress(const LessonProgress* progress, std::size_t step, std::string_view seed) {
    TaskProgress task{.seed = std::string(seed)};
    if (progress == nullptr || step >= progress->tasks.size()) return task;
    const TaskProgress& kept = progress->tasks[step];
    if (kept.seed == seed) return kept;
    task.was_done = kept.was_done || kept.isDone();
    return task;
}

}  // namespace lookback

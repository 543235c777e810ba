/// The progress in lessons of all windows of this user, in `progress.json`.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "app/state/model/lesson_progress.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace lookback {

/// The kept progress; nothing where none was ever kept. A file that cannot be used is set aside.
/// @param notice gets a sentence about that
[[nodiscard]] std::optional<std::vector<LessonProgress>> loadProgress(
    const std::filesystem::path& folder, std::vector<Message>& notice);

/// Merges the answers that a window changed from `before` to `now` into the file (mergedProgress),
/// under a lock.
/// Errors: of the system; the kept progress cannot be used.
[[nodiscard]] Result<void> addProgress(const std::filesystem::path& folder,
                                       const std::vector<LessonProgress>& before,
                                       const std::vector<LessonProgress>& now);

}  // namespace lookback

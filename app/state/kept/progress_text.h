/// The progress of all lessons as a file, which the windows of a user share (mergedProgress):
/// `{"lookback_progress": 1, "lessons": [...]}`. The fields of a lesson: place_fields.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/state/model/lesson_progress.h"
#include "core/base/result.h"

namespace lookback {

[[nodiscard]] std::string writeProgress(const std::vector<LessonProgress>& lessons);

/// Errors: the JSON, another version, the first faulty field.
[[nodiscard]] Result<std::vector<LessonProgress>> readProgress(std::string_view text);

/// The progress in sessions of older versions, each with its own. @param sessions the latest first
[[nodiscard]] std::vector<LessonProgress> progressOfSessions(
    const std::vector<std::vector<LessonProgress>>& sessions);

}  // namespace lookback

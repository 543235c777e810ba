/// Steps of lesson files, with their tasks and mistakes.
#pragma once

#include <optional>
#include <string>

#include "core/io/lesson_parts_json.h"

namespace lookback {

/// Reads a step. Adds a fault and returns nothing where it cannot be read.
[[nodiscard]] std::optional<LessonStep> readLessonStep(const Json& json, const std::string& path,
                                                       LessonSubject subject, Faults& faults);

/// A step as JSON. @param indent of the closing brace
[[nodiscard]] std::string writeLessonStep(const LessonStep& step, int indent);

}  // namespace lookback

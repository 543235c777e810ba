#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/io/json_tree.h"
#include "core/lesson/lesson.h"

namespace lookback {

class Faults;

// The fields `lesson` and `expect` of a document file: assets/lessons/README.md.

/// Reads both fields as one lesson; null fields are absent. Null where a fault was added.
[[nodiscard]] std::shared_ptr<const Lesson> readLesson(const Json* lesson, const Json* expect,
                                                       Faults& faults);

/// The field `lesson`; empty where the lesson has no texts.
[[nodiscard]] std::string writeLesson(const Lesson& lesson, int indent);

/// The field `expect`; empty where the lesson expects nothing.
[[nodiscard]] std::string writeExpectations(const Lesson& lesson, int indent);

}  // namespace lookback

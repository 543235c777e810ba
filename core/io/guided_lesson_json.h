#pragma once

#include <string>
#include <string_view>

#include "core/io/json_tree.h"
#include "core/io/system_memory.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

/// The version of the lesson file (docs/lessons.md) that is read and written.
inline constexpr int kLessonVersion = 1;

/// The field that only lesson files have.
inline constexpr std::string_view kLessonField = "lookback_lesson";

/// Reads a lesson file, all or nothing. Errors: every fault with its JSON path, at most 20 of them;
/// a syntax fault with line and column. The edits of every step were applied to the lesson's own
/// document.
/// @param allowed bytes of memory that its document and its trace may take
[[nodiscard]] Checked<GuidedLesson> readGuidedLesson(std::string_view text,
                                                     double allowed = allowedMemory());

/// Reads a lesson within other JSON, as `readGuidedLesson` reads a file.
[[nodiscard]] Checked<GuidedLesson> guidedLessonOf(const Json& json,
                                                   double allowed = allowedMemory());

/// True for the text of a lesson file, of any version. Only such files have `kLessonField`.
[[nodiscard]] bool isLessonFile(std::string_view text);

/// The lesson as a file, which reads back as an equal lesson.
[[nodiscard]] std::string writeGuidedLesson(const GuidedLesson& lesson);

}  // namespace lookback

/// Edits of lessons, in words of the files: `{"masking": {"value": -20}, "embeddings[2][0]": 8}`.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/json_tree.h"
#include "core/io/system_memory.h"
#include "core/language/experiment.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

class Faults;

/// Reads an object of edits; whether they can be applied is seen where they are.
[[nodiscard]] std::optional<LessonEdits> readEdits(const Json& json, const std::string& path,
                                                   Faults& faults);

/// The document after edits. Its title, lesson and snapshots stay; a draw stays where it still
/// gives the document's numbers. Matrices with equal numbers stay shared.
/// Errors: every fault, `where` is the path within the edits.
/// @param opened to which `reset` goes back
[[nodiscard]] Checked<Document> edited(const Document& document, const LessonEdits& edits,
                                       const Document& opened, double allowed = allowedMemory());

/// The experiment after edits. Errors: every fault, `where` is the path within the edits.
/// @param opened to which `reset` goes back
[[nodiscard]] Checked<Experiment> edited(const Experiment& experiment, const LessonEdits& edits,
                                         const Experiment& opened);

}  // namespace lookback

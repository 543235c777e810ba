#pragma once

#include <string_view>
#include <variant>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/system_memory.h"
#include "core/language/experiment.h"

namespace lookback {

/// What a person opens and saves.
using DocumentOrExperiment = std::variant<Document, Experiment>;

/// Reads a file of either kind, all or nothing. Which it is, the file itself says: only an
/// experiment has the field `lookback_experiment`. Errors: those of `readExperiment`, or of
/// `readDocument`.
/// @param allowed bytes of memory that a document and its trace may take
[[nodiscard]] Checked<DocumentOrExperiment> readWork(std::string_view text,
                                                     double allowed = allowedMemory());

}  // namespace lookback

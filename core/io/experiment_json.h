#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/json_tree.h"
#include "core/io/system_memory.h"
#include "core/language/experiment.h"

namespace lookback {

/// The version of the experiment file that is read and written.
inline constexpr int kExperimentVersion = 1;

/// Reads an experiment file, all or nothing. Errors: every fault with its JSON path, at most 20 of
/// them; a syntax fault with line and column.
[[nodiscard]] Checked<Experiment> readExperiment(std::string_view text);

/// Reads an experiment within other JSON, as `readExperiment` reads a file.
[[nodiscard]] Checked<Experiment> experimentOf(const Json& json);

/// The experiment as a file: every number exactly, fields in the contract's order.
[[nodiscard]] std::string writeExperiment(const Experiment& experiment);

/// A file that a person opens and saves, of either kind.
using DocumentOrExperiment = std::variant<Document, Experiment>;

/// Reads a document or experiment file, all or nothing. Only an experiment has the field
/// `lookback_experiment`. Errors: those of `readExperiment`, or of `readDocument`.
/// @param allowed bytes of memory that a document and its trace may take
[[nodiscard]] Checked<DocumentOrExperiment> readWork(std::string_view text,
                                                     double allowed = allowedMemory());

}  // namespace lookback

#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/language/experiment.h"

namespace lookback {

inline constexpr std::string_view kExperimentInputHelp =
    "an experiment file, the id of a shipped experiment, or - for standard input";

/// Reads a file, standard input (`-`) or a shipped experiment. Where both a file and an experiment
/// have the name, it is the file. Errors: every fault, `where` begins with the name.
[[nodiscard]] Checked<Experiment> openExperiment(const std::string& name);

}  // namespace lookback

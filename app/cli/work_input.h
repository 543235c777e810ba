#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "app/cli/subcommands.h"
#include "core/base/result.h"
#include "core/language/experiment.h"

namespace lookback {

/// An experiment by the name that was typed, as it is to be opened in a window.
struct NamedExperiment {
    Experiment experiment{};
    std::string file{};         ///< its path; empty for a shipped one or standard input
    std::string id{};           ///< of a shipped one; empty for a file
    std::string fingerprint{};  ///< of the file's bytes
};

using OpenedWork = std::variant<OpenedInput, NamedExperiment>;

inline constexpr std::string_view kWorkInputHelp =
    "a document or experiment file, the id of a lesson or experiment, or - for standard input";

/// Reads what `openInput` reads, or an experiment: a file says itself what it is. Errors: every
/// fault, `where` begins with the name.
[[nodiscard]] Checked<OpenedWork> openWork(const std::string& name);

inline constexpr std::string_view kExperimentInputHelp =
    "an experiment file, the id of a shipped experiment, or - for standard input";

/// Reads a file, standard input (`-`) or a shipped experiment. Where both a file and an experiment
/// have the name, it is the file. Errors: every fault, `where` begins with the name.
[[nodiscard]] Checked<Experiment> openExperiment(const std::string& name);

}  // namespace lookback

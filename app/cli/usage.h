#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/result.h"

namespace lookback {

/// Arguments of the command line, without the name of the program.
using Arguments = std::vector<std::string>;

/// Replaces the words of CLI11 in the help of a command by those of the catalogue; commands that
/// are added later take them over.
void nameHelp(CLI::App& app);

/// Returns the command that the arguments name, or the program itself.
[[nodiscard]] const CLI::App& commandOf(const CLI::App& app, const Arguments& given);

/// Returns a command with the program before it: `lookback trace`.
[[nodiscard]] std::string wholeName(const CLI::App& command);

/// Returns the fault of an option without a value after its "=", as in `--seed=`: CLI11 would take
/// the next argument for its value.
[[nodiscard]] std::optional<Error> emptyValue(const CLI::App& app, const Arguments& given);

/// Returns the faults of arguments that CLI11 refused, one for each argument or option.
/// @param app that has parsed them
[[nodiscard]] std::vector<Error> usageFaults(const CLI::App& app, const Arguments& given);

}  // namespace lookback

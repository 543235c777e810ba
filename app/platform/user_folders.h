/// Where programs keep what belongs to a person, by the XDG base directory rules.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace lookback {

/// Lookback's folder for what a person has set up: in $XDG_CONFIG_HOME, else in ~/.config. It may
/// not exist yet. A path that is not absolute counts as not set, as the rules have it.
/// Errors: neither $XDG_CONFIG_HOME nor $HOME is an absolute path.
[[nodiscard]] Result<std::filesystem::path> configFolder();

/// The same for what a person left open: in $XDG_STATE_HOME, else in ~/.local/state.
[[nodiscard]] Result<std::filesystem::path> stateFolder();

}  // namespace lookback

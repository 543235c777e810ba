/// The folders of a user's files, by the XDG base directory rules.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace lookback {

/// Lookback's folder for settings: in $XDG_CONFIG_HOME, else in ~/.config. It may not exist yet. By
/// the rules, a relative path counts as not set.
/// Errors: neither $XDG_CONFIG_HOME nor $HOME is an absolute path.
[[nodiscard]] Result<std::filesystem::path> configFolder();

/// Lookback's folder for sessions: in $XDG_STATE_HOME, else in ~/.local/state. Else as
/// `configFolder`.
[[nodiscard]] Result<std::filesystem::path> stateFolder();

/// Lookback's folder for files of one's own, such as lessons: in $XDG_DATA_HOME, else in
/// ~/.local/share. Else as `configFolder`.
[[nodiscard]] Result<std::filesystem::path> dataFolder();

}  // namespace lookback

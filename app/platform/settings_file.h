#pragma once

#include <filesystem>
#include <string>

#include "app/state/settings.h"
#include "core/base/result.h"

namespace lookback {

/// Settings, and what the person should read about them.
struct LoadedSettings {
    Settings settings;
    std::string notice;  ///< one line; empty where all is well
};

/// The settings in `folder`/settings.json; those that the file leaves out are the usual ones.
/// Where there is no file, all are. A file that cannot be used, be it for one field, is set aside.
[[nodiscard]] LoadedSettings loadSettings(const std::filesystem::path& folder);

/// Writes them there. Errors: what the system says.
[[nodiscard]] Result<void> saveSettings(const std::filesystem::path& folder,
                                        const Settings& settings);

}  // namespace lookback

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/state/model/preferences.h"
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

/// The settings in the text of such a file. Errors: the field, the first one.
[[nodiscard]] Result<Settings> readSettings(std::string_view text);

/// The text of such a file.
[[nodiscard]] std::string writeSettings(const Settings& settings);

/// Writes them there. Errors: what the system says.
[[nodiscard]] Result<void> saveSettings(const std::filesystem::path& folder,
                                        const Settings& settings);

}  // namespace lookback

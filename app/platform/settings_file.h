#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/model/preferences.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace lookback {

/// Settings, with a notice for the user.
struct LoadedSettings {
    Settings settings;
    std::vector<Message> notice;  ///< empty where all is well
    bool is_mended = false;       ///< the file has fields that could not be used
};

/// The settings in `folder`/settings.json; absent and faulty fields have their defaults, as all
/// have without a file; the default language is that of the system, and without a file the theme.
/// A file that is no settings file at all is set aside.
[[nodiscard]] LoadedSettings loadSettings(const std::filesystem::path& folder);

/// Settings of a text, and the faults of the fields that could not be used.
struct SettingsRead {
    Settings settings;
    std::vector<Error> faults;
};

/// The settings in the text of a settings file. Errors: the text is no JSON object, or one of
/// another version.
/// @param usual values of absent and of faulty fields
[[nodiscard]] Result<SettingsRead> readSettings(std::string_view text, const Settings& usual = {});

/// The text of a settings file.
[[nodiscard]] std::string writeSettings(const Settings& settings);

/// Writes `folder`/settings.json. Errors: of the system.
[[nodiscard]] Result<void> saveSettings(const std::filesystem::path& folder,
                                        const Settings& settings);

}  // namespace lookback

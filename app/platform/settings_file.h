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
};

/// The settings in `folder`/settings.json; absent fields have their defaults, as all have without a
/// file; the default language is that of the system, and without a file the theme. A file with a
/// fault, even in one field, is set aside.
[[nodiscard]] LoadedSettings loadSettings(const std::filesystem::path& folder);

/// The settings in the text of a settings file. Errors: the first faulty field.
/// @param usual values of absent fields
[[nodiscard]] Result<Settings> readSettings(std::string_view text, const Settings& usual = {});

/// The text of a settings file.
[[nodiscard]] std::string writeSettings(const Settings& settings);

/// Writes `folder`/settings.json. Errors: of the system.
[[nodiscard]] Result<void> saveSettings(const std::filesystem::path& folder,
                                        const Settings& settings);

}  // namespace lookback

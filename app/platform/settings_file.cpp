#include "app/platform/settings_file.h"

#include <optional>

#include "app/platform/kept_file.h"
#include "app/platform/portal_dialog.h"
#include "app/platform/system_language.h"
#include "app/state/kept/settings_fields.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

fs::path fileIn(const fs::path& folder) { return folder / "settings.json"; }

#ifdef LOOKBACK_DBUS
ThemeId systemTheme() {
    const std::string bus = sessionBus();
    return !bus.empty() && portalPrefersDark(bus) ? ThemeId::dark : ThemeId::light;
}
#else
ThemeId systemTheme() { return ThemeId::light; }
#endif

}  // namespace

Result<Settings> readSettings(std::string_view text, const Settings& usual) {
    const Result<Json> json = keptJson(text, SettingsFields::kVersion);
    if (!json) return tl::unexpected(json.error());
    Faults faults;
    Settings settings = usual;
    readFields(*json, "", settings, SettingsFields{}, faults);
    if (!faults.empty()) return tl::unexpected(faults.take().front());
    return settings;
}

std::string writeSettings(const Settings& settings) {
    return jsonObject(fieldsOf(settings, SettingsFields{}), 0) + "\n";
}

LoadedSettings loadSettings(const fs::path& folder) {
    Settings usual;
    usual.preferences.language = &systemLanguage();
    const Result<std::optional<std::string>> text = readKept(fileIn(folder));
    if (text && !*text) {
        usual.preferences.invites_drag = true;
        usual.preferences.theme = systemTheme();
        return {usual, {}};
    }
    const Result<Settings> settings =
        text ? readSettings(**text, usual) : tl::unexpected(text.error());
    if (!settings) return {usual, {setAside(fileIn(folder), settings.error())}};
    return {*settings, {}};
}

Result<void> saveSettings(const fs::path& folder, const Settings& settings) {
    return writeKept(fileIn(folder), writeSettings(settings));
}

}  // namespace lookback

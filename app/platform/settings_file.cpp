#include "app/platform/settings_file.h"

#include <optional>
#include <utility>

#include "app/platform/kept_file.h"
#include "app/platform/portal_dialog.h"
#include "app/platform/system_language.h"
#include "app/state/kept/settings_fields.h"
#include "app/state/model/sentences.h"
#include "core/base/text.h"
#include "messages/notices.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFile = "settings.json";

fs::path fileIn(const fs::path& folder) { return folder / kFile; }

#ifdef LOOKBACK_DBUS
ThemeId systemTheme() {
    const std::string bus = sessionBus();
    return !bus.empty() && portalPrefersDark(bus) ? ThemeId::dark : ThemeId::light;
}
#else
ThemeId systemTheme() { return ThemeId::light; }
#endif

}  // namespace

Result<SettingsRead> readSettings(std::string_view text, const Settings& usual) {
    const Result<Json> json = keptJson(text, SettingsFields::kVersion);
    if (!json) return tl::unexpected(json.error());
    Faults faults;
    Settings settings = usual;
    readFields(*json, "", settings, SettingsFields{}, faults);
    return SettingsRead{std::move(settings), faults.take()};
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
    const Result<SettingsRead> read =
        text ? readSettings(**text, usual) : tl::unexpected(text.error());
    if (!read) return {usual, {setAside(fileIn(folder), read.error())}};
    if (read->faults.empty()) return {read->settings, {}};
    const Error& first = read->faults.front();
    const Message notice =
        say::notices::SettingNotUsed{.file = Verbatim{std::string(kFile)},
                                     .reason = faultReason({oneLine(first.where), first.message}),
                                     .others = static_cast<Index>(read->faults.size()) - 1};
    return {read->settings, {notice}, true};
}

Result<void> saveSettings(const fs::path& folder, const Settings& settings) {
    return writeKept(fileIn(folder), writeSettings(settings));
}

}  // namespace lookback

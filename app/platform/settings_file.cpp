#include "app/platform/settings_file.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "app/look/theme.h"
#include "app/platform/kept_file.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSettingsFileVersionField = "lookback_settings";
constexpr std::array<std::string_view, 9> kSettingsFields{kSettingsFileVersionField,
                                                          "theme",
                                                          "type_percent",
                                                          "decimals",
                                                          "motion",
                                                          "play_speed",
                                                          "mask_true",
                                                          "queries",
                                                          "window"};
/// What true says in masks, and where queries stand in matrices of attention: the usual way first.
constexpr std::array<std::string_view, 2> kTruths{"allowed", "blocked"};
constexpr std::array<std::string_view, 2> kQueries{"rows", "columns"};

fs::path fileIn(const fs::path& folder) { return folder / "settings.json"; }

/// A whole number from `least` to `most`.
std::optional<int> readWithin(const Json& json, const std::string& path, int least, int most,
                              Faults& faults) {
    if (json.is_number_integer()) {  // also true for unsigned ones
        const auto value = json.get<std::int64_t>();
        if (value >= least && value <= most) return static_cast<int>(value);
    }
    faults.add(path, fmt::format("is {}, expected a whole number from {} to {}", described(json),
                                 least, most));
    return std::nullopt;
}

/// How fast Play goes, as the factor itself. @return the row of kPlaySpeeds
std::optional<int> readSpeed(const Json& json, const std::string& path, Faults& faults) {
    const auto* const row =
        json.is_number() ? std::find(kPlaySpeeds.begin(), kPlaySpeeds.end(), json.get<double>())
                         : kPlaySpeeds.end();
    if (row != kPlaySpeeds.end()) return static_cast<int>(row - kPlaySpeeds.begin());
    faults.add(path, fmt::format("is {}, expected one of {}", described(json),
                                 fmt::join(kPlaySpeeds, ", ")));
    return std::nullopt;
}

void readWindow(const Json& json, const std::string& path, Settings& settings, Faults& faults) {
    if (!json.is_array() || json.size() != 2) {
        faults.add(path, fmt::format("is {}, expected width and height", described(json)));
        return;
    }
    settings.window_width = readWithin(json[0], joined(path, 0), kLeastWidth, kMostWidth, faults)
                                .value_or(settings.window_width);
    settings.window_height = readWithin(json[1], joined(path, 1), kLeastHeight, kMostHeight, faults)
                                 .value_or(settings.window_height);
}

/// Faults: all of them; the settings then are of no use.
Settings settingsOf(const Json& json, Faults& faults) {
    std::array<std::string_view, kThemes.size()> themes;
    std::transform(kThemes.begin(), kThemes.end(), themes.begin(),
                   [](ThemeId id) { return theme(id).name; });
    Settings settings;
    const Fields fields(json, "", kSettingsFields, faults);
    if (const Json* field = fields.find("theme")) {
        settings.preferences.theme = kThemes[readName(*field, "theme", themes, faults).value_or(0)];
    }
    if (const Json* field = fields.find("type_percent")) {
        settings.preferences.type_percent =
            readWithin(*field, "type_percent", kLeastTypePercent, kMostTypePercent, faults)
                .value_or(settings.preferences.type_percent);
    }
    if (const Json* field = fields.find("decimals")) {
        settings.preferences.decimals = readWithin(*field, "decimals", 0, kMostDecimals, faults)
                                            .value_or(settings.preferences.decimals);
    }
    if (const Json* field = fields.find("motion")) {
        settings.preferences.has_motion =
            readBool(*field, "motion", faults).value_or(settings.preferences.has_motion);
    }
    if (const Json* field = fields.find("play_speed")) {
        settings.preferences.play_speed =
            readSpeed(*field, "play_speed", faults).value_or(settings.preferences.play_speed);
    }
    Conventions& conventions = settings.preferences.conventions;
    if (const Json* field = fields.find("mask_true")) {
        conventions.true_is_allowed = readName(*field, "mask_true", kTruths, faults) != 1u;
    }
    if (const Json* field = fields.find("queries")) {
        conventions.rows_are_queries = readName(*field, "queries", kQueries, faults) != 1u;
    }
    if (const Json* field = fields.find("window")) readWindow(*field, "window", settings, faults);
    return settings;
}

}  // namespace

Result<Settings> readSettings(std::string_view text) {
    const Result<Json> json = keptJson(text, kSettingsFileVersionField);
    if (!json) return tl::unexpected(json.error());
    Faults faults;
    const Settings settings = settingsOf(*json, faults);
    if (!faults.empty()) return tl::unexpected(faults.take().front());
    return settings;
}

std::string writeSettings(const Settings& settings) {
    const Conventions& conventions = settings.preferences.conventions;
    const double speed = kPlaySpeeds[static_cast<std::size_t>(settings.preferences.play_speed)];
    return jsonObject(
               {{kSettingsFileVersionField, "1"},
                {"theme", jsonString(theme(settings.preferences.theme).name)},
                {"type_percent", std::to_string(settings.preferences.type_percent)},
                {"decimals", std::to_string(settings.preferences.decimals)},
                {"motion", jsonBool(settings.preferences.has_motion)},
                {"play_speed", jsonNumber(speed)},
                {"mask_true", jsonString(kTruths[conventions.true_is_allowed ? 0 : 1])},
                {"queries", jsonString(kQueries[conventions.rows_are_queries ? 0 : 1])},
                {"window", fmt::format("[{}, {}]", settings.window_width, settings.window_height)}},
               0) +
           "\n";
}

LoadedSettings loadSettings(const fs::path& folder) {
    const Result<std::optional<std::string>> text = readKept(fileIn(folder));
    if (text && !*text) return {};
    const Result<Settings> settings = text ? readSettings(**text) : tl::unexpected(text.error());
    if (!settings) return {{}, setAside(fileIn(folder), settings.error())};
    return {*settings, ""};
}

Result<void> saveSettings(const fs::path& folder, const Settings& settings) {
    return writeKept(fileIn(folder), writeSettings(settings));
}

}  // namespace lookback

/// The fields of settings.json. How lists of fields are written and read: field_list.h.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/kept/field_list.h"
#include "app/state/model/preferences.h"
#include "core/io/path.h"
#include "messages/expected.h"

namespace lookback {

/// A whole number from `least` to `most`. A number outside them is written as the nearer bound, for
/// in a file it would be a fault.
struct Within {
    int least;
    int most;

    [[nodiscard]] std::string write(int number) const {
        return std::to_string(std::clamp(number, least, most));
    }
    void read(const Json& json, const std::string& path, int& number, Faults& faults) const {
        if (json.is_number_integer()) {  // also true for unsigned ones
            const auto value = json.get<std::int64_t>();
            if (value >= least && value <= most) {
                number = static_cast<int>(value);
                return;
            }
        }
        addWrong(json, path,
                 say::expected::WholeBetween{.least = Verbatim{std::to_string(least)},
                                             .most = Verbatim{std::to_string(most)}},
                 faults);
    }
};

/// The speed of Play: in the file the factor, in the struct its row of kPlaySpeeds.
struct PlaySpeed {
    [[nodiscard]] std::string write(int row) const {
        return jsonNumber(kPlaySpeeds[static_cast<std::size_t>(row)]);
    }
    void read(const Json& json, const std::string& path, int& row, Faults& faults) const {
        const auto* const at =
            json.is_number() ? std::find(kPlaySpeeds.begin(), kPlaySpeeds.end(), json.get<double>())
                             : kPlaySpeeds.end();
        if (at == kPlaySpeeds.end()) {
            addWrong(json, path,
                     say::expected::OneOf{
                         .names = Verbatim{fmt::format("{}", fmt::join(kPlaySpeeds, ", "))}},
                     faults);
        } else {
            row = static_cast<int>(at - kPlaySpeeds.begin());
        }
    }
};

/// A choice between two conventions, each with its name.
struct Either {
    std::array<std::string_view, 2> names;  ///< of true, of false

    [[nodiscard]] std::string write(bool is_first) const {
        return jsonString(names[is_first ? 0 : 1]);
    }
    void read(const Json& json, const std::string& path, bool& is_first, Faults& faults) const {
        if (const auto name = readName(json, path, names, faults)) is_first = *name == 0;
    }
};

/// A language, by its id.
struct WindowLanguage {
    [[nodiscard]] std::string write(const Language* language) const {
        return jsonString(language->id);
    }
    void read(const Json& json, const std::string& path, const Language*& language,
              Faults& faults) const {
        std::vector<std::string_view> ids;
        for (const Language& known : kLanguages) ids.push_back(known.id);
        if (const auto row = readName(json, path, ids, faults)) language = &kLanguages[*row];
    }
};

/// Width and height of the window, in points.
struct Sides {
    static constexpr Within kWidth{kLeastWidth, kMostWidth};
    static constexpr Within kHeight{kLeastHeight, kMostHeight};

    [[nodiscard]] std::string write(const WindowSides& window) const {
        return fmt::format("[{}, {}]", kWidth.write(window.width), kHeight.write(window.height));
    }
    void read(const Json& json, const std::string& path, WindowSides& window,
              Faults& faults) const {
        if (!json.is_array() || json.size() != 2) {
            addWrong(json, path, say::expected::Sides{}, faults);
            return;
        }
        Faults own;
        WindowSides read;
        kWidth.read(json[0], joined(path, 0), read.width, own);
        kHeight.read(json[1], joined(path, 1), read.height, own);
        if (own.empty()) window = read;
        for (Error& fault : own.take())
            faults.add(std::move(fault.where), std::move(fault.message));
    }
};

struct SettingsFields {
    static constexpr std::string_view kVersion = "lookback_settings";

    static void walk(auto& settings, auto& field) {
        auto& preferences = settings.preferences;
        field.constant(kVersion, "1");
        field("theme", preferences.theme, Named{kThemeNames});
        field("type_percent", preferences.type_percent,
              Within{kLeastTypePercent, kMostTypePercent});
        field("decimals", preferences.decimals, Within{0, kMostDecimals});
        field("motion", preferences.has_motion, Flag{});
        field("play_speed", preferences.play_speed, PlaySpeed{});
        field("hide_what_is_to_come", preferences.hides_what_is_to_come, Flag{});
        field("code", preferences.shows_code, Flag{});
        field("code_library", preferences.code_library, Named{kCodeLibraries});
        field("copy_as", preferences.copy_format, Named{kMatrixFormats});
        field("copy_all_digits", preferences.copies_all_digits, Flag{});
        field("file_dialogs", preferences.uses_system_dialogs, Either{"system", "lookback"});
        field("pictures_open_again", preferences.pictures_open_again, Flag{});
        field("mask_true", preferences.conventions.true_is_allowed, Either{"allowed", "blocked"});
        field("queries", preferences.conventions.rows_are_queries, Either{"rows", "columns"});
        field("language", preferences.language, WindowLanguage{});
        field("page", preferences.page, Text{});
        field("drag_hint", preferences.invites_drag, Flag{});
        field("window", settings.window, Sides{});
    }
};

}  // namespace lookback

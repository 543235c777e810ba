#pragma once

#include "app/state/view_state.h"

namespace lookback {

/// What a person has set up once and finds again: kept in a file, never undone.
struct Settings {
    ThemeId theme = ThemeId::light;
    int type_percent = 100;        ///< kLeastTypePercent to kMostTypePercent
    int decimals = 4;              ///< 0 to kMostDecimals
    bool motion = true;            ///< false: cells appear at once
    int play_speed = kUsualSpeed;  ///< a row of kPlaySpeeds
    int window_width = 1600;       ///< points
    int window_height = 1000;      ///< points

    bool operator==(const Settings&) const = default;
};

/// The settings in force, but for the size of the window, which is the platform's to know.
[[nodiscard]] Settings settingsOf(const ViewState& view);

/// Puts settings into force.
void apply(const Settings& settings, ViewState& view);

}  // namespace lookback

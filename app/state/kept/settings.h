#pragma once

#include "app/state/model/preferences.h"

namespace lookback {

/// What settings.json holds: the preferences, and the window's size, which is the platform's to
/// know.
struct Settings {
    Preferences preferences;
    int window_width = 1600;   ///< points
    int window_height = 1000;  ///< points

    bool operator==(const Settings&) const = default;
};

}  // namespace lookback

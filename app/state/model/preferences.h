#pragma once

#include <array>
#include <cstdint>

#include "core/explain/conventions.h"

namespace lookback {

/// Which set of colours the window wears; the colours themselves are in look/theme.h.
enum class ThemeId : std::uint8_t { light, dark };

inline constexpr int kLeastTypePercent = 80;
inline constexpr int kMostTypePercent = 250;
inline constexpr int kMostDecimals = 8;

/// How fast Play goes, in cells a second times kPlaySeconds.
inline constexpr std::array kPlaySpeeds{0.5, 1.0, 2.0, 4.0, 8.0};
inline constexpr int kUsualSpeed = 1;

/// What a person has set up once and finds again: kept in settings.json, changed by actions only,
/// never undone.
struct Preferences {
    ThemeId theme = ThemeId::light;
    int type_percent = 100;        ///< size of type and of all that holds it
    int decimals = 4;              ///< of every number, 0 to kMostDecimals
    bool has_motion = true;        ///< false: cells appear at once
    int play_speed = kUsualSpeed;  ///< a row of kPlaySpeeds
    Conventions conventions{};

    bool operator==(const Preferences&) const = default;
};

}  // namespace lookback

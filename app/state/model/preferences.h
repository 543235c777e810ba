#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/code/code_library.h"
#include "core/code/matrix_format.h"
#include "core/explain/conventions.h"
#include "core/words/language.h"

namespace lookback {

/// Which set of colours the window wears; the colours themselves are in look/theme.h.
enum class ThemeId : std::uint8_t { light, dark };

struct ThemeName {
    ThemeId theme;
    std::string_view name;  ///< as files and the command line spell it
};

/// In the order of the enumerators.
inline constexpr std::array kThemeNames{ThemeName{ThemeId::light, "light"},
                                        ThemeName{ThemeId::dark, "dark"}};

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
    int type_percent = 100;              ///< size of type and of all that holds it
    int decimals = 4;                    ///< of every number, 0 to kMostDecimals
    bool has_motion = true;              ///< false: cells appear at once
    int play_speed = kUsualSpeed;        ///< a row of kPlaySpeeds
    bool hides_what_is_to_come = false;  ///< numbers appear when one steps to them (isShown)
    bool invites_drag = false;           ///< the first number glows, until one was dragged
    bool shows_code = false;             ///< beside the arithmetic of the Lab
    CodeLibrary code_library = CodeLibrary::pytorch;
    MatrixFormat copy_format = MatrixFormat::numpy;  ///< of matrices that are copied
    bool copies_all_digits = false;                  ///< else the shown decimals
    bool uses_system_dialogs = true;                 ///< for files, where the system has them
    bool pictures_open_again = true;                 ///< exported ones carry the work
    Conventions conventions{};
    const Language* language = kLanguages.data();  ///< never null
    std::string page{};  ///< address of the page that links lead to; empty: none was given

    bool operator==(const Preferences&) const = default;
};

/// Sides that a window or a picture of it may have, in points.
inline constexpr int kLeastWidth = 320, kLeastHeight = 240;
inline constexpr int kMostWidth = 7680, kMostHeight = 4320;

/// Size of the window, in points.
struct WindowSides {
    int width = 1600;
    int height = 1000;

    bool operator==(const WindowSides&) const = default;
};

/// What settings.json holds.
struct Settings {
    Preferences preferences;
    WindowSides window;  ///< as it was when it was closed

    bool operator==(const Settings&) const = default;
};

}  // namespace lookback

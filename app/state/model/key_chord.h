#pragma once

#include <cstdint>

namespace lookback {

/// Keys that commands may have. The digits, the letters and the function keys each stand together
/// and in order.
enum class Key : std::uint8_t {
    none,
    // clang-format off
    digit_0, digit_1, digit_2, digit_3, digit_4, digit_5, digit_6, digit_7, digit_8, digit_9,
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
    f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
    left, right, up, down, page_up, page_down, home, end, insert, delete_key,
    space, enter, escape, tab,
    equal, minus, comma, period, slash, left_bracket, right_bracket,
    keypad_add, keypad_subtract, keypad_enter,
    // clang-format on
};

/// The key that stands so many places after another one.
[[nodiscard]] constexpr Key keyAfter(Key key, int places) {
    return static_cast<Key>(static_cast<int>(key) + places);
}

/// Keys that are held while another one is pressed.
struct KeyMods {
    bool ctrl = false;
    bool shift = false;
    bool alt = false;
    bool super = false;  ///< no command has it: what is pressed with it is none

    bool operator==(const KeyMods&) const = default;
};

[[nodiscard]] constexpr KeyMods operator|(KeyMods a, KeyMods b) {
    return {a.ctrl || b.ctrl, a.shift || b.shift, a.alt || b.alt, a.super || b.super};
}

/// A key with those that are held: `kCtrl | Key::z`.
struct KeyChord {
    constexpr KeyChord() = default;
    constexpr KeyChord(Key pressed) : key(pressed) {}  // a key alone is written as the key
    constexpr KeyChord(KeyMods held, Key pressed) : key(pressed), mods(held) {}

    Key key = Key::none;  ///< none: no chord at all
    KeyMods mods{};

    bool operator==(const KeyChord&) const = default;
};

[[nodiscard]] constexpr KeyChord operator|(KeyMods mods, Key key) { return {mods, key}; }

inline constexpr KeyMods kCtrl{.ctrl = true};
inline constexpr KeyMods kShift{.shift = true};
inline constexpr KeyMods kAlt{.alt = true};

}  // namespace lookback

#include "app/state/commands/commands.h"
#include "messages/commands.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lookback {
namespace {

struct KeyName {
    Key key;
    const char* name;
};

/// Names of keys that are neither digits nor letters nor function keys, as printed on keyboards.
constexpr std::array kKeyNames{KeyName{Key::left, "Left"},
                               KeyName{Key::right, "Right"},
                               KeyName{Key::up, "Up"},
                               KeyName{Key::down, "Down"},
                               KeyName{Key::page_up, "Page Up"},
                               KeyName{Key::page_down, "Page Down"},
                               KeyName{Key::home, "Home"},
                               KeyName{Key::end, "End"},
                               KeyName{Key::insert, "Ins"},
                               KeyName{Key::delete_key, "Del"},
                               KeyName{Key::space, "Space"},
                               KeyName{Key::enter, "Enter"},
                               KeyName{Key::escape, "Esc"},
                               KeyName{Key::tab, "Tab"},
                               KeyName{Key::equal, "="},
                               KeyName{Key::minus, "\u2212"},
                               KeyName{Key::comma, ","},
                               KeyName{Key::period, "."},
                               KeyName{Key::slash, "/"},
                               KeyName{Key::left_bracket, "["},
                               KeyName{Key::right_bracket, "]"},
                               KeyName{Key::keypad_add, "keypad +"},
                               KeyName{Key::keypad_subtract, "keypad \u2212"},
                               KeyName{Key::keypad_enter, "keypad Enter"}};

/// Returns the name of a key without modifiers.
std::string nameOf(Key key) {
    const auto place = [key](Key first) { return static_cast<int>(key) - static_cast<int>(first); };
    if (key >= Key::digit_0 && key <= Key::digit_9) return std::to_string(place(Key::digit_0));
    if (key >= Key::a && key <= Key::z) {
        return std::string(1, static_cast<char>('A' + place(Key::a)));
    }
    if (key >= Key::f1 && key <= Key::f12) return fmt::format("F{}", place(Key::f1) + 1);
    const auto* const row = std::find_if(kKeyNames.begin(), kKeyNames.end(),
                                         [key](const KeyName& one) { return one.key == key; });
    assert(row != kKeyNames.end());
    return row->name;
}

std::vector<Command> allRowsOf(std::initializer_list<std::span<const Command>> tables) {
    std::vector<Command> rows;
    for (const auto table : tables) rows.insert(rows.end(), table.begin(), table.end());
    return rows;
}

}  // namespace

std::span<const Command> labCommands() {
    static const std::vector<Command> all =
        allRowsOf({readingCommands(), editingCommands(), comparingCommands()});
    return all;
}

const std::vector<Command>& commands() {
    static const std::vector<Command> all = allRowsOf(
        {labCommands(), modeCommands(), trainCommands(), generateCommands(), sharedCommands()});
    return all;
}

const Command& command(std::string_view name) {
    const auto row = std::find_if(commands().begin(), commands().end(),
                                  [name](const Command& c) { return c.name == name; });
    assert(row != commands().end());
    return *row;
}

std::string keyName(KeyChord chord) {
    if (chord == (kShift | Key::slash)) return "?";
    std::string name;
    if (chord.mods.ctrl) name += "Ctrl+";
    if (chord.mods.alt) name += "Alt+";
    if (chord.mods.shift) name += "Shift+";
    return name + nameOf(chord.key);
}

std::vector<Argument> keyNames(const Command& command) {
    std::vector<Argument> names;
    for (const KeyChord chord : command.keys) {
        if (chord.key != Key::none) names.emplace_back(Verbatim{keyName(chord)});
    }
    if (command.successive > 1) {
        const auto [key, mods] = command.keys[0];
        const KeyChord last{mods, keyAfter(key, command.successive - 1)};
        names.front() = Message(
            say::commands::KeysFromTo{.first = names.front(), .last = Verbatim{keyName(last)}});
    }
    return names;
}

Message commandTooltip(const Command& command) {
    if (command.keys[0].key == Key::none) return command.label();
    return say::commands::Tip{.label = command.label(), .key = Verbatim{keyName(command.keys[0])}};
}

Command playCommand(CommandGroup group, std::string_view name) {
    return {group,
            name,
            stated<say::commands::Play>,
            {Key::space},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetPlaying{!s.place.playing}; }};
}

Command slowerCommand(CommandGroup group, std::string_view name) {
    return {group,
            name,
            stated<say::commands::PlaySlower>,
            {Key::left_bracket},
            KeyUse::always,
            [](const AppState& s) { return s.preferences.play_speed > 0; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::play_speed, s.preferences.play_speed - 1);
            }};
}

Command fasterCommand(CommandGroup group, std::string_view name) {
    return {group,
            name,
            stated<say::commands::PlayFaster>,
            {Key::right_bracket},
            KeyUse::always,
            [](const AppState& s) {
                return s.preferences.play_speed + 1 < static_cast<int>(kPlaySpeeds.size());
            },
            [](const AppState& s) -> Action {
                return Change(&Preferences::play_speed, s.preferences.play_speed + 1);
            }};
}

}  // namespace lookback

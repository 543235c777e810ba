#include "app/state/commands/commands.h"
#include "messages/commands.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace lookback {
namespace {

struct NamedKey {
    Key key;
    Message (*name)();
};
struct PrintedKey {
    Key key;
    std::string_view character;
};

/// Keys that are named by words, as on keyboards.
constexpr std::array kNamedKeys{NamedKey{Key::left, stated<say::commands::KeyLeft>},
                                NamedKey{Key::right, stated<say::commands::KeyRight>},
                                NamedKey{Key::up, stated<say::commands::KeyUp>},
                                NamedKey{Key::down, stated<say::commands::KeyDown>},
                                NamedKey{Key::page_up, stated<say::commands::KeyPageUp>},
                                NamedKey{Key::page_down, stated<say::commands::KeyPageDown>},
                                NamedKey{Key::home, stated<say::commands::KeyHome>},
                                NamedKey{Key::end, stated<say::commands::KeyEnd>},
                                NamedKey{Key::insert, stated<say::commands::KeyInsert>},
                                NamedKey{Key::delete_key, stated<say::commands::KeyDelete>},
                                NamedKey{Key::space, stated<say::commands::KeySpace>},
                                NamedKey{Key::enter, stated<say::commands::KeyEnter>},
                                NamedKey{Key::escape, stated<say::commands::KeyEscape>},
                                NamedKey{Key::tab, stated<say::commands::KeyTab>}};
/// Keys that are neither digits nor letters, by their characters.
constexpr std::array kPrintedKeys{
    PrintedKey{Key::equal, "="},        PrintedKey{Key::minus, "\u2212"},
    PrintedKey{Key::comma, ","},        PrintedKey{Key::period, "."},
    PrintedKey{Key::slash, "/"},        PrintedKey{Key::left_bracket, "["},
    PrintedKey{Key::right_bracket, "]"}};

/// Keys that print a character with which a typed number may begin, beside the digits.
constexpr std::array kKeysOfNumbers{Key::minus, Key::comma, Key::period, Key::keypad_add,
                                    Key::keypad_subtract};
/// Letters that stay commands while somebody may be writing.
constexpr std::array kLettersOfLessons{Key::j, Key::u, Key::i, Key::a,
                                       Key::b, Key::f, Key::g, Key::s};

bool isAmong(std::span<const Key> keys, Key key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// True where the task names a head, which may be another one than that on the screen.
bool asksOfHead(const AppState& state) {
    constexpr std::size_t kHeadRowCol = 3;
    const QuantityPath* const path = state.lesson.asks<CellTask>()->cells.asPath();
    return path != nullptr && path->indices.size() == kHeadRowCol;
}

bool isDigit(Key key) { return key >= Key::digit_0 && key <= Key::digit_9; }

/// Returns the row of a key; nullptr: the table has none.
template <class Row, std::size_t size>
const Row* rowOf(const std::array<Row, size>& rows, Key key) {
    const auto* const row =
        std::find_if(rows.begin(), rows.end(), [key](const Row& one) { return one.key == key; });
    return row == rows.end() ? nullptr : row;
}

/// Returns the name of a key without modifiers.
Argument nameOf(Key key) {
    const auto place = [key](Key first) { return static_cast<int>(key) - static_cast<int>(first); };
    if (isDigit(key)) {
        return Verbatim{std::to_string(place(Key::digit_0))};
    }
    if (key >= Key::a && key <= Key::z) {
        return Verbatim{std::string(1, static_cast<char>('A' + place(Key::a)))};
    }
    if (key >= Key::f1 && key <= Key::f12) {
        return Verbatim{fmt::format("F{}", place(Key::f1) + 1)};
    }
    const auto keypad = [](Argument character) -> Argument {
        return Message(say::commands::KeyKeypad{.key = std::move(character)});
    };
    if (key == Key::keypad_add) return keypad(Verbatim{"+"});
    if (key == Key::keypad_subtract) return keypad(Verbatim{"\u2212"});
    if (key == Key::keypad_enter) return keypad(Message(say::commands::KeyEnter{}));
    if (const NamedKey* const named = rowOf(kNamedKeys, key)) return named->name();
    const PrintedKey* const printed = rowOf(kPrintedKeys, key);
    assert(printed != nullptr);
    return Verbatim{std::string(printed->character)};
}

std::vector<Command> allRowsOf(std::initializer_list<std::span<const Command>> tables) {
    std::vector<Command> rows;
    for (const auto table : tables) rows.insert(rows.end(), table.begin(), table.end());
    return rows;
}

}  // namespace

bool beginsNumber(Key key) { return isDigit(key) || isAmong(kKeysOfNumbers, key); }

bool asksAboutGiven(const AppState& state) {
    const auto* const task = state.lesson.asks<CellTask>();
    if (task == nullptr || task->asks_token || !state.lesson.isOpen()) return false;
    const auto answers = [task](MatrixId id) { return canAnswerIn(*task, id); };
    return std::none_of(state.steps().begin(), state.steps().end(), [&](const Step& step) {
        return std::any_of(step.results.begin(), step.results.end(), answers);
    });
}

Target givenCell(const AppState& state, Index by) {
    const MatrixId id = *state.lesson.asks<CellTask>()->cells.asPath()->matrix;
    const Index head = info(id).per_head ? state.place.head : 0;
    const std::optional<Target>& locked = state.place.locked;
    if (!locked || locked->id != id) return {id, head, {}};
    const MatrixView values = state.shown.matrix(id, head);
    const Index count = values.rows() * values.cols();
    if (count == 0) return {id, head, {}};
    const Index now = locked->cell.row * values.cols() + locked->cell.col;
    const Index next = std::clamp<Index>(now + by, 0, count - 1);
    return {id, head, {next / values.cols(), next % values.cols()}};
}

bool belongsToWriting(const AppState& state, KeyChord chord) {
    const auto& [key, mods] = chord;
    if (mods.ctrl || mods.alt || mods.super) return false;
    if (key < Key::a || key > Key::z) {
        const bool counts = state.place.counts_hands && isDigit(key);
        return takesNumber(state) && beginsNumber(key) && !counts;
    }
    const bool asks_cell = state.lesson.isOpen() && state.lesson.asks<CellTask>() != nullptr;
    const bool may_write = takesNumber(state) || asks_cell || isWritingLesson(state);
    const bool draws_another = chord == (kShift | Key::r);
    const bool shows_head = key == Key::h && asks_cell && asksOfHead(state);
    return may_write && !draws_another && !shows_head && !isAmong(kLettersOfLessons, key);
}

std::span<const Command> labCommands() {
    static const std::vector<Command> all =
        allRowsOf({readingCommands(), editingCommands(), comparingCommands()});
    return all;
}

std::span<const Command> leakCommands() {
    static const std::vector<Command> all = [] {
        std::vector<Command> rows = allRowsOf({labCommands(), probingCommands()});
        std::erase_if(rows, [](const Command& row) { return row.group == CommandGroup::steps; });
        return rows;
    }();
    return all;
}

const std::vector<Command>& commands() {
    static const std::vector<Command> all =
        allRowsOf({labCommands(), probingCommands(), modeCommands(), trainCommands(),
                   generateCommands(), lessonCommands(), sharedCommands()});
    return all;
}

const Command& command(std::string_view name) {
    const auto row = std::find_if(commands().begin(), commands().end(),
                                  [name](const Command& c) { return c.name == name; });
    assert(row != commands().end());
    return *row;
}

Argument keyName(KeyChord chord) {
    if (chord == (kShift | Key::slash)) return Verbatim{"?"};
    Argument name = nameOf(chord.key);
    if (chord.mods.shift) name = Message(say::commands::KeyWithShift{.key = std::move(name)});
    if (chord.mods.alt) name = Message(say::commands::KeyWithAlt{.key = std::move(name)});
    if (chord.mods.ctrl) name = Message(say::commands::KeyWithCtrl{.key = std::move(name)});
    return name;
}

std::array<KeyChord, 2> keysOf(const Command& command, KeyPlace place) {
    const KeyOnPage& there = command.on_page;
    if (place == KeyPlace::window || there.kind == KeyOnPage::Kind::same) return command.keys;
    return {there.other, KeyChord{}};
}

std::vector<Argument> keyNames(const Command& command, KeyPlace place) {
    std::vector<Argument> names;
    for (const KeyChord chord : keysOf(command, place)) {
        if (chord.key != Key::none) names.push_back(keyName(chord));
    }
    if (command.successive > 1) {
        const auto [key, mods] = command.keys[0];
        const KeyChord last{mods, keyAfter(key, command.successive - 1)};
        names.front() =
            Message(say::commands::KeysFromTo{.first = names.front(), .last = keyName(last)});
    }
    return names;
}

Message commandTooltip(const Command& command, KeyPlace place) {
    if (keysOf(command, place)[0].key == Key::none) return command.label();
    return withKey(command.label(), command, place);
}

Message withKey(Message words, const Command& command, KeyPlace place) {
    return say::commands::Tip{.label = std::move(words), .key = keyName(keysOf(command, place)[0])};
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

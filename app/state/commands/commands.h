#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/state/model/key_chord.h"
#include "app/state/update/action.h"
#include "core/base/message.h"

namespace lookback {

/// When a command's keys count.
enum class KeyUse : std::uint8_t {
    once,            ///< not in presentation; once each time the key goes down
    while_typing,    ///< as `once`, also while a text has the keyboard
    repeats,         ///< not in presentation; repeatedly while the key is held
    always,          ///< also in presentation; once each time the key goes down
    always_repeats,  ///< also in presentation; repeatedly while the key is held
    opens_menu,      ///< also in presentation, and while another menu is open, which it closes
};

/// The subject of a command: a block of the help sheet.
enum class CommandGroup : std::uint8_t {
    steps,
    view,
    compare,
    tokens,
    mask,
    train,
    generate,
    lesson,
    files,
    window
};

/// The pressed key and the clipboard, for commands whose action depends on them.
struct PressedKey {
    int place = 0;               ///< index of the pressed key among the command's successive keys
    const char* (*clipboard)();  ///< returns the text in the clipboard; may return nullptr
};

/// Where keys are pressed: in a window of the system, or on the page, whose browser keeps some
/// keys.
enum class KeyPlace : std::uint8_t { window, page };
[[nodiscard]] inline KeyPlace keyPlace(const AppState& state) {
    return state.page.empty() ? KeyPlace::window : KeyPlace::page;
}

/// The key of a command on the page.
struct KeyOnPage {
    enum class Kind : std::uint8_t { same, other, none };
    Kind kind = Kind::same;
    KeyChord other{};  ///< the browser keeps the command's own keys
};
[[nodiscard]] constexpr KeyOnPage onPage(KeyChord other) { return {KeyOnPage::Kind::other, other}; }
inline constexpr KeyOnPage kNotOnPage{KeyOnPage::Kind::none};

/// A command that a key, a button or a menu carries out.
struct Command {
    CommandGroup group;
    std::string_view name;         ///< its name in code: "next-step"
    Message (*label)();            ///< its name on screen: "Step forward"
    std::array<KeyChord, 2> keys;  ///< an empty chord where there is none
    KeyUse use;
    bool (*enabled)(const AppState&);
    Action (*action)(const AppState&);  ///< nullptr: only its keys carry it out
    int successive = 1;                 ///< number of its keys, in order from the first key
    /// Returns the action of its keys; nullptr: `action`.
    Action (*action_of_key)(const AppState&, const PressedKey&) = nullptr;
    KeyOnPage on_page{};
};

/// Returns the keys of a command, an empty chord where there is none.
[[nodiscard]] std::array<KeyChord, 2> keysOf(const Command& command, KeyPlace place);

/// True for a command whose keys count in presentation, too.
[[nodiscard]] inline bool worksOnSlide(const Command& command) {
    return command.use == KeyUse::always || command.use == KeyUse::always_repeats ||
           command.use == KeyUse::opens_menu;
}

// Parts of the rows of several tables.
inline bool always(const AppState&) { return true; }
inline bool hasToken(const AppState& state) { return state.document().n() > 0; }
/// True while a task of the lesson asks for a number: its field has the keyboard.
inline bool takesNumber(const AppState& state) {
    return state.lesson.isOpen() && state.lesson.asks<NumberTask>() != nullptr;
}
/// True where digits answer a task of the lesson, or count hands.
inline bool takesDigits(const AppState& state) {
    const ShownLesson& lesson = state.lesson;
    return state.place.counts_hands || takesNumber(state) ||
           (lesson.isOpen() && lesson.asks<ChoiceTask>() != nullptr);
}
/// True where Enter answers a task of the lesson.
inline bool takesEnter(const AppState& state) {
    return state.lesson.awaitsAnswer() && state.lesson.asks<ChoiceTask>() == nullptr;
}
/// Return commands: play or pause; play at another of kPlaySpeeds.
[[nodiscard]] Command playCommand(CommandGroup group, std::string_view name);
[[nodiscard]] Command slowerCommand(CommandGroup group, std::string_view name);
[[nodiscard]] Command fasterCommand(CommandGroup group, std::string_view name);

/// The keys that print a character with which a typed number may begin.
[[nodiscard]] bool beginsNumber(Key key);
/// True for a key that is no command just now, as it belongs to writing: the first character of the
/// number that a task asks for; and a letter, but for those of lessons and presentation, while a
/// task asks for a number, a cell or a token, or a lesson is written.
[[nodiscard]] bool belongsToWriting(const AppState& state, KeyChord chord);

/// True where an open task asks about cells that are no results of a step, so that the focus never
/// comes to them: numbers that are given.
[[nodiscard]] bool asksAboutGiven(const AppState& state);
/// Returns the cell of that matrix to which a key goes from the locked one, from its first cell on.
/// Requires asksAboutGiven. @param by cells, row by row
[[nodiscard]] Target givenCell(const AppState& state, Index by);

// The tables of commands, which keys, tooltips and help iterate.

/// The commands of the Lab and of Compare: those that walk and read the steps,
/// those that edit the document, and those that compare it.
[[nodiscard]] std::span<const Command> labCommands();
[[nodiscard]] std::span<const Command> readingCommands();
[[nodiscard]] std::span<const Command> editingCommands();
[[nodiscard]] std::span<const Command> comparingCommands();
/// The commands of the Leak test: those of the Lab, with nudges in place of steps.
[[nodiscard]] std::span<const Command> leakCommands();
[[nodiscard]] std::span<const Command> probingCommands();
/// The commands of Train.
[[nodiscard]] std::span<const Command> trainCommands();
/// The commands of Generate.
[[nodiscard]] std::span<const Command> generateCommands();
/// The commands of a lesson, in every mode.
[[nodiscard]] std::span<const Command> lessonCommands();
/// The commands of every mode.
[[nodiscard]] std::span<const Command> sharedCommands();
/// The commands that go to another mode.
[[nodiscard]] std::span<const Command> modeCommands();

/// All commands, those of modes first.
[[nodiscard]] const std::vector<Command>& commands();
[[nodiscard]] const Command& command(std::string_view name);

/// Returns label and first key, for tooltips: "Step forward (Right)".
[[nodiscard]] Message commandTooltip(const Command& command, KeyPlace place = KeyPlace::window);

/// Returns words with the first key of a command: "Theme, type, motion (Ctrl+,)".
[[nodiscard]] Message withKey(Message words, const Command& command,
                              KeyPlace place = KeyPlace::window);

/// Returns the name of a key as printed on keyboards: "Ctrl+Z".
[[nodiscard]] Argument keyName(KeyChord chord);
/// Returns the name of a command's first key. Requires that it has one there.
[[nodiscard]] inline Argument firstKey(const Command& command, KeyPlace place = KeyPlace::window) {
    return keyName(keysOf(command, place)[0]);
}

/// Returns the names of all keys of a command: "Right", "Page Down"; "1 to 9".
[[nodiscard]] std::vector<Argument> keyNames(const Command& command,
                                             KeyPlace place = KeyPlace::window);

}  // namespace lookback

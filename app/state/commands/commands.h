#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/state/model/key_chord.h"
#include "app/state/update/action.h"

namespace lookback {

/// When a command's keys count.
enum class KeyUse : std::uint8_t {
    once,     ///< while one works, once each time the key goes down
    repeats,  ///< while one works, again and again while it is held
    always,   ///< also in presentation
    always_repeats,
};

/// What a command is about: a block of the help sheet.
enum class CommandGroup : std::uint8_t {
    steps,
    look,
    tokens,
    mask,
    train,
    generate,
    files,
    window
};

inline constexpr std::array<std::string_view, 8> kCommandGroups{
    "Steps", "Look",  "Sentence and numbers", "Mask and model", "Train", "Generate",
    "Files", "Window"};

/// What a command may ask of the keyboard.
struct PressedKey {
    int place = 0;               ///< of the pressed one among the command's successive keys
    const char* (*clipboard)();  ///< the text in the clipboard; may return nullptr
};

/// Something one can ask for by key, button or menu.
struct Command {
    CommandGroup group;
    std::string_view name;         ///< what code calls it: "next-step"
    std::string_view label;        ///< what people call it: "Next step"
    std::array<KeyChord, 2> keys;  ///< an empty chord where there is none
    KeyUse use;
    bool (*enabled)(const AppState&);
    Action (*action)(const AppState&);  ///< nullptr: it can be asked for by key only
    int successive = 1;                 ///< so many keys, from the first one on
    /// What its keys do, where that is not simply `action`.
    Action (*action_of_key)(const AppState&, const PressedKey&) = nullptr;
};

// What the rows of several tables are written with.
inline bool always(const AppState&) { return true; }
inline bool hasToken(const AppState& state) { return state.document().n() > 0; }
/// Play and pause.
[[nodiscard]] Command playCommand(CommandGroup group, std::string_view name);
/// Play at another of kPlaySpeeds.
[[nodiscard]] Command slowerCommand(CommandGroup group, std::string_view name);
[[nodiscard]] Command fasterCommand(CommandGroup group, std::string_view name);

/// Keys, tooltips and help iterate these tables. Those of the Lab, of Compare and of the Leak test
/// walk and read the steps, edit the document and compare it.
[[nodiscard]] std::span<const Command> labCommands();
[[nodiscard]] std::span<const Command> readingCommands();
[[nodiscard]] std::span<const Command> editingCommands();
[[nodiscard]] std::span<const Command> comparingCommands();
/// Those of Train.
[[nodiscard]] std::span<const Command> trainCommands();
/// Those of Generate.
[[nodiscard]] std::span<const Command> generateCommands();
/// Those that every mode has.
[[nodiscard]] std::span<const Command> sharedCommands();
/// Those that go to another mode.
[[nodiscard]] std::span<const Command> modeCommands();

/// All commands that there are, those of modes first.
[[nodiscard]] const std::vector<Command>& commands();
[[nodiscard]] const Command& command(std::string_view name);

/// "Next step (Right)": label and first key, for tooltips.
[[nodiscard]] std::string commandTooltip(const Command& command);

/// The name of a key as it stands on keyboards: "Ctrl+Z".
[[nodiscard]] std::string keyName(KeyChord chord);

/// The names of all its keys: "Right", "Page Down"; "1 to 9".
[[nodiscard]] std::vector<std::string> keyNames(const Command& command);

}  // namespace lookback

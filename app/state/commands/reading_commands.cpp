#include "app/state/commands/commands.h"

#include <algorithm>

namespace lookback {
namespace {

constexpr int kDigitKeys = 9;  ///< 1 to 9

bool isPastFirstCell(const AppState& s) { return s.place.step > 0 || s.place.cell > 0; }
bool isBeforeLastCell(const AppState& s) {
    return s.place.step + 1 < s.steps().size() ||
           s.place.cell + 1 < cellCount(s.document(), s.step());
}

/// Returns a move by steps, and in presentation by rows of a step.
Action onwards(const AppState& s, int by) {
    return Move{s.place.presenting ? StepUnit::row : StepUnit::step, by};
}

const std::array kReadingCommands{
    Command{CommandGroup::steps,
            "next-step",
            "Next step; presented, the next token",
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            isBeforeLastCell,
            [](const AppState& s) { return onwards(s, 1); }},
    Command{CommandGroup::steps,
            "previous-step",
            "Previous step; presented, the token before",
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            isPastFirstCell,
            [](const AppState& s) { return onwards(s, -1); }},
    Command{CommandGroup::steps,
            "next-cell",
            "Next cell",
            {Key::down},
            KeyUse::always_repeats,
            isBeforeLastCell,
            [](const AppState&) -> Action {
                return Move{StepUnit::cell, 1};
            }},
    Command{CommandGroup::steps,
            "previous-cell",
            "Previous cell",
            {Key::up},
            KeyUse::always_repeats,
            isPastFirstCell,
            [](const AppState&) -> Action {
                return Move{StepUnit::cell, -1};
            }},
    Command{CommandGroup::steps,
            "complete-step",
            "Complete the step",
            {Key::enter, Key::keypad_enter},
            KeyUse::always,
            [](const AppState& s) { return s.place.cell < s.shown.lastCell(s.step()); },
            [](const AppState& s) -> Action {
                return GoTo{s.place.step, s.shown.lastCell(s.step())};
            }},
    Command{CommandGroup::steps,
            "first-step",
            "First step",
            {Key::home},
            KeyUse::always,
            isPastFirstCell,
            [](const AppState&) -> Action {
                return GoTo{0, 0};
            }},
    Command{CommandGroup::steps,
            "last-step",
            "Last step, complete",
            {Key::end},
            KeyUse::always,
            isBeforeLastCell,
            [](const AppState& s) -> Action {
                return GoTo{s.steps().size() - 1, cellCount(s.document(), s.steps().back()) - 1};
            }},
    playCommand(CommandGroup::steps, "play"),
    slowerCommand(CommandGroup::steps, "slower"),
    fasterCommand(CommandGroup::steps, "faster"),
    Command{CommandGroup::look,
            "unlock",
            "Let go of the locked cell",
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.place.locked.has_value(); },
            [](const AppState&) -> Action { return Change(&Place::locked, {}); }},
    Command{CommandGroup::look,
            "more-decimals",
            "More decimals",
            {Key::period},
            KeyUse::once,
            [](const AppState& s) { return !s.place.presenting; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::decimals, s.preferences.decimals + 1);
            }},
    Command{CommandGroup::look,
            "fewer-decimals",
            "Fewer decimals",
            {Key::comma},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::decimals, s.preferences.decimals - 1);
            }},
    Command{CommandGroup::look,
            "lock",
            "Lock the cell in focus",
            {Key::l},
            KeyUse::always,
            [](const AppState& s) { return !s.place.locked && focusedTarget(s); },
            [](const AppState& s) -> Action { return Change(&Place::locked, explainedTarget(s)); }},
    Command{CommandGroup::look,
            "next-head",
            "Next head",
            {Key::h},
            KeyUse::always,
            [](const AppState& s) { return s.document().heads > 1; },
            [](const AppState& s) -> Action {
                return Change(&Place::head, (s.place.head + 1) % s.document().heads);
            }},
    Command{CommandGroup::look,
            "previous-token",
            "Read the token before",
            {kShift | Key::left},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() > 0; },
            [](const AppState& s) -> Action { return SelectToken{s.token() - 1}; }},
    Command{CommandGroup::look,
            "next-token",
            "Read the next token",
            {kShift | Key::right},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() + 1 < s.document().n(); },
            [](const AppState& s) -> Action { return SelectToken{s.token() + 1}; }},
    Command{CommandGroup::look,
            "read-token",
            "Read a token",
            {Key::digit_1},
            KeyUse::always,
            hasToken,
            [](const AppState&) -> Action { return SelectToken{0}; },
            kDigitKeys,
            [](const AppState& s, const PressedKey& pressed) -> Action {
                return SelectToken{std::min<Index>(pressed.place, s.document().n() - 1)};
            }},
    Command{
        CommandGroup::look,
        "unfold",
        "Write long sums out, fold them",
        {Key::u},
        KeyUse::always,
        always,
        [](const AppState& s) -> Action { return Change(&Place::unfolded, !s.place.unfolded); }},
    Command{CommandGroup::look,
            "zoom-in",
            "Fewer cells of large matrices",
            {Key::equal, Key::keypad_add},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.place.pane.span > kLeastSpan; },
            [](const AppState&) -> Action { return Zoom{1}; }},
    Command{CommandGroup::look,
            "zoom-out",
            "More cells of large matrices",
            {Key::minus, Key::keypad_subtract},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.place.pane.span < kMostSpan; },
            [](const AppState&) -> Action { return Zoom{-1}; }},
};

}  // namespace

std::span<const Command> readingCommands() { return kReadingCommands; }

}  // namespace lookback

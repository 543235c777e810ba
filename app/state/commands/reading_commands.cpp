#include "app/state/commands/commands.h"

#include <algorithm>

namespace lookback {
namespace {

constexpr int kDigitKeys = 9;  ///< 1 to 9

bool isPastFirstCell(const AppState& s) { return s.place.step > 0 || s.place.cell > 0; }
bool isBeforeLastCell(const AppState& s) {
    return s.place.step + 1 < s.steps().size() || s.place.cell + 1 < cellCount(s.trace(), s.step());
}

/// By a step, and in presentation by a row of it.
Action onwards(const AppState& s, int by) {
    return s.place.presenting ? Action(MoveRow{by}) : Action(MoveStep{by});
}

/// Which of the keys 1 to 9 is going down.
Index pressedDigit() {
    int digit = 1;
    while (digit < kDigitKeys && !ImGui::IsKeyPressed(ImGuiKey(ImGuiKey_1 + digit - 1), false)) {
        ++digit;
    }
    return digit;
}

const std::array kReadingCommands{
    Command{CommandGroup::steps,
            "next-step",
            "Next step; presented, the next token",
            {ImGuiKey_RightArrow, ImGuiKey_PageDown},
            KeyUse::always_repeats,
            isBeforeLastCell,
            [](const AppState& s) { return onwards(s, 1); }},
    Command{CommandGroup::steps,
            "previous-step",
            "Previous step; presented, the token before",
            {ImGuiKey_LeftArrow, ImGuiKey_PageUp},
            KeyUse::always_repeats,
            isPastFirstCell,
            [](const AppState& s) { return onwards(s, -1); }},
    Command{CommandGroup::steps,
            "next-cell",
            "Next cell",
            {ImGuiKey_DownArrow, 0},
            KeyUse::always_repeats,
            isBeforeLastCell,
            [](const AppState&) -> Action { return MoveCell{1}; }},
    Command{CommandGroup::steps,
            "previous-cell",
            "Previous cell",
            {ImGuiKey_UpArrow, 0},
            KeyUse::always_repeats,
            isPastFirstCell,
            [](const AppState&) -> Action { return MoveCell{-1}; }},
    Command{CommandGroup::steps,
            "complete-step",
            "Complete the step",
            {ImGuiKey_Enter, ImGuiKey_KeypadEnter},
            KeyUse::always,
            [](const AppState& s) { return s.place.cell < s.shown.lastCell(s.step()); },
            [](const AppState& s) -> Action {
                return GoTo{s.place.step, s.shown.lastCell(s.step())};
            }},
    Command{CommandGroup::steps,
            "first-step",
            "First step",
            {ImGuiKey_Home, 0},
            KeyUse::always,
            isPastFirstCell,
            [](const AppState&) -> Action {
                return GoTo{0, 0};
            }},
    Command{CommandGroup::steps,
            "last-step",
            "Last step, complete",
            {ImGuiKey_End, 0},
            KeyUse::always,
            isBeforeLastCell,
            [](const AppState& s) -> Action {
                return GoTo{s.steps().size() - 1, cellCount(s.trace(), s.steps().back()) - 1};
            }},
    Command{CommandGroup::steps,
            "play",
            "Play, pause",
            {ImGuiKey_Space, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetPlaying{!s.place.playing}; }},
    Command{CommandGroup::steps,
            "slower",
            "Play slower",
            {ImGuiKey_LeftBracket, 0},
            KeyUse::always,
            [](const AppState& s) { return s.preferences.play_speed > 0; },
            [](const AppState& s) -> Action { return SetPlaySpeed{s.preferences.play_speed - 1}; }},
    Command{CommandGroup::steps,
            "faster",
            "Play faster",
            {ImGuiKey_RightBracket, 0},
            KeyUse::always,
            [](const AppState& s) {
                return s.preferences.play_speed + 1 < static_cast<int>(kPlaySpeeds.size());
            },
            [](const AppState& s) -> Action { return SetPlaySpeed{s.preferences.play_speed + 1}; }},
    Command{CommandGroup::look,
            "unlock",
            "Let go of the locked cell",
            {ImGuiKey_Escape, 0},
            KeyUse::always,
            [](const AppState& s) { return s.place.locked.has_value(); },
            [](const AppState&) -> Action { return Lock{}; }},
    Command{CommandGroup::look,
            "more-decimals",
            "More decimals",
            {ImGuiKey_Period, 0},
            KeyUse::once,
            [](const AppState& s) { return !s.place.presenting; },
            [](const AppState& s) -> Action { return SetDecimals{s.preferences.decimals + 1}; }},
    Command{CommandGroup::look,
            "fewer-decimals",
            "Fewer decimals",
            {ImGuiKey_Comma, 0},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action { return SetDecimals{s.preferences.decimals - 1}; }},
    Command{CommandGroup::look,
            "lock",
            "Lock the cell in focus",
            {ImGuiKey_L, 0},
            KeyUse::always,
            [](const AppState& s) { return !s.place.locked && focusOf(s); },
            [](const AppState& s) -> Action { return Lock{targetOf(s)}; }},
    Command{CommandGroup::look,
            "next-head",
            "Next head",
            {ImGuiKey_H, 0},
            KeyUse::always,
            [](const AppState& s) { return s.document().heads > 1; },
            [](const AppState& s) -> Action {
                return SetHead{(s.place.head + 1) % s.document().heads};
            }},
    Command{CommandGroup::look,
            "previous-token",
            "Read the token before",
            {kShift | ImGuiKey_LeftArrow, 0},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() > 0; },
            [](const AppState& s) -> Action { return SelectToken{s.token() - 1}; }},
    Command{CommandGroup::look,
            "next-token",
            "Read the next token",
            {kShift | ImGuiKey_RightArrow, 0},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() + 1 < s.document().n(); },
            [](const AppState& s) -> Action { return SelectToken{s.token() + 1}; }},
    Command{CommandGroup::look,
            "read-token",
            "Read a token",
            {ImGuiKey_1, 0},
            KeyUse::always,
            hasToken,
            [](const AppState& s) -> Action {
                return SelectToken{std::min<Index>(pressedDigit() - 1, s.document().n() - 1)};
            },
            kDigitKeys},
    Command{CommandGroup::look,
            "unfold",
            "Write long sums out, fold them",
            {ImGuiKey_U, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return Unfold{!s.place.unfolded}; }},
    Command{CommandGroup::look,
            "zoom-in",
            "Fewer cells of large matrices",
            {ImGuiKey_Equal, ImGuiKey_KeypadAdd},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.place.pane.span > kLeastSpan; },
            [](const AppState&) -> Action { return Zoom{1}; }},
    Command{CommandGroup::look,
            "zoom-out",
            "More cells of large matrices",
            {ImGuiKey_Minus, ImGuiKey_KeypadSubtract},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.place.pane.span < kMostSpan; },
            [](const AppState&) -> Action { return Zoom{-1}; }},
};

}  // namespace

std::span<const Command> readingCommands() { return kReadingCommands; }

}  // namespace lookback

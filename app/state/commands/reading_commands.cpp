#include <algorithm>

#include "app/state/commands/commands.h"
#include "app/state/model/copied_matrix.h"
#include "app/state/model/sentences.h"
#include "app/state/model/shown_quantity.h"
#include "messages/commands.h"
#include "messages/notices.h"

namespace lookback {
namespace {

constexpr int kDigitKeys = 9;  ///< 1 to 9

bool isPastFirstCell(const AppState& s) { return s.place.step > 0 || s.place.cell > 0; }
bool isBeforeLastCell(const AppState& s) {
    return s.place.step + 1 < s.steps().size() ||
           s.place.cell + 1 < cellCount(s.document(), s.step());
}

/// Returns a move by steps, and in presentation by stops of the remote.
Action onwards(const AppState& s, int by) {
    return Move{s.place.presenting ? StepUnit::stop : StepUnit::step, by};
}
bool canGoOn(const AppState& s) {
    if (leadsThroughLesson(s)) return false;
    if (!s.place.presenting) return isBeforeLastCell(s);
    return s.place.step + 1 < s.steps().size() || s.place.revealed < s.shown.lastCell(s.step());
}
bool canGoBack(const AppState& s) {
    if (leadsThroughLesson(s)) return false;
    return s.place.presenting ? s.place.step > 0 || s.place.revealed > 0 : isPastFirstCell(s);
}

/// Returns a move by one cell: of the step, or of the given matrix that a task asks about.
Action toCell(const AppState& s, int by) {
    if (asksAboutGiven(s)) return Change(&Place::locked, std::optional(givenCell(s, by)));
    return Move{StepUnit::cell, by};
}

bool isInLab(const AppState& s) { return s.place.mode == Mode::lab; }
bool showsCode(const AppState& s) { return isInLab(s) && s.preferences.shows_code; }

Action copyCode(const AppState& s) {
    if (!s.lesson.hiding.cells.empty()) return Notice{{hiddenByLesson(s)}};
    Result<std::string> code = codeToCopy(s);
    if (!code) return Notice{{faultSentence(code.error())}};
    const CodeLibraryInfo& library =
        kCodeLibraries[static_cast<std::size_t>(s.preferences.code_library)];
    return CopyText{*std::move(code),
                    say::notices::CodeCopied{.library = Verbatim{std::string(library.label)}}};
}

const std::array kReadingCommands{
    Command{CommandGroup::steps,
            "next-step",
            stated<say::commands::NextStep>,
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            canGoOn,
            [](const AppState& s) { return onwards(s, 1); }},
    Command{CommandGroup::steps,
            "previous-step",
            stated<say::commands::PreviousStep>,
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            canGoBack,
            [](const AppState& s) { return onwards(s, -1); }},
    Command{CommandGroup::steps,
            "next-cell",
            stated<say::commands::NextCell>,
            {Key::down},
            KeyUse::always_repeats,
            [](const AppState& s) { return isBeforeLastCell(s) || asksAboutGiven(s); },
            [](const AppState& s) { return toCell(s, 1); }},
    Command{CommandGroup::steps,
            "previous-cell",
            stated<say::commands::PreviousCell>,
            {Key::up},
            KeyUse::always_repeats,
            [](const AppState& s) { return isPastFirstCell(s) || asksAboutGiven(s); },
            [](const AppState& s) { return toCell(s, -1); }},
    Command{CommandGroup::steps,
            "complete-step",
            stated<say::commands::CompleteStep>,
            {Key::enter, Key::keypad_enter},
            KeyUse::always,
            [](const AppState& s) {
                return !takesEnter(s) && s.place.cell < s.shown.lastCell(s.step());
            },
            [](const AppState& s) -> Action {
                return GoTo{s.place.step, s.shown.lastCell(s.step())};
            }},
    Command{CommandGroup::steps,
            "first-step",
            stated<say::commands::FirstStep>,
            {Key::home},
            KeyUse::always,
            isPastFirstCell,
            [](const AppState&) -> Action {
                return GoTo{0, 0};
            }},
    Command{CommandGroup::steps,
            "last-step",
            stated<say::commands::LastStep>,
            {Key::end},
            KeyUse::always,
            isBeforeLastCell,
            [](const AppState& s) -> Action {
                return GoTo{s.steps().size() - 1, cellCount(s.document(), s.steps().back()) - 1};
            }},
    playCommand(CommandGroup::steps, "play"),
    slowerCommand(CommandGroup::steps, "slower"),
    fasterCommand(CommandGroup::steps, "faster"),
    Command{CommandGroup::view,
            "unlock",
            stated<say::commands::Unlock>,
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.place.locked.has_value(); },
            [](const AppState&) -> Action { return Change(&Place::locked, {}); }},
    Command{CommandGroup::view,
            "more-decimals",
            stated<say::commands::MoreDecimals>,
            {Key::period},
            KeyUse::once,
            [](const AppState& s) { return !s.place.presenting; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::decimals, s.preferences.decimals + 1);
            }},
    Command{CommandGroup::view,
            "fewer-decimals",
            stated<say::commands::FewerDecimals>,
            {Key::comma},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::decimals, s.preferences.decimals - 1);
            }},
    Command{CommandGroup::view,
            "lock",
            stated<say::commands::Lock>,
            {Key::l},
            KeyUse::always,
            [](const AppState& s) { return !s.place.locked && focusedTarget(s); },
            [](const AppState& s) -> Action { return Change(&Place::locked, explainedTarget(s)); }},
    Command{CommandGroup::view,
            "next-head",
            stated<say::commands::NextHead>,
            {Key::h},
            KeyUse::always,
            [](const AppState& s) { return s.document().heads > 1; },
            [](const AppState& s) -> Action {
                return Change(&Place::head, (s.place.head + 1) % s.document().heads);
            }},
    Command{CommandGroup::view,
            "previous-token",
            stated<say::commands::PreviousToken>,
            {kShift | Key::left},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() > 0; },
            [](const AppState& s) -> Action { return SelectToken{s.token() - 1}; }},
    Command{CommandGroup::view,
            "next-token",
            stated<say::commands::NextToken>,
            {kShift | Key::right},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() + 1 < s.document().n(); },
            [](const AppState& s) -> Action { return SelectToken{s.token() + 1}; }},
    Command{CommandGroup::view,
            "read-token",
            stated<say::commands::SelectToken>,
            {Key::digit_1},
            KeyUse::always,
            [](const AppState& s) { return hasToken(s) && !takesDigits(s); },
            [](const AppState&) -> Action { return SelectToken{0}; },
            kDigitKeys,
            [](const AppState& s, const PressedKey& pressed) -> Action {
                return SelectToken{std::min<Index>(pressed.place, s.document().n() - 1)};
            }},
    Command{
        CommandGroup::view,
        "unfold",
        stated<say::commands::Unfold>,
        {Key::u},
        KeyUse::always,
        always,
        [](const AppState& s) -> Action { return Change(&Place::unfolded, !s.place.unfolded); }},
    Command{CommandGroup::view,
            "code",
            stated<say::commands::Code>,
            {Key::f9},
            KeyUse::once,
            isInLab,
            [](const AppState& s) -> Action {
                return Change(&Preferences::shows_code, !s.preferences.shows_code);
            }},
    Command{CommandGroup::view,
            "code-library",
            stated<say::commands::CodeLibrary>,
            {kShift | Key::f9},
            KeyUse::once,
            showsCode,
            [](const AppState& s) -> Action {
                const auto next = static_cast<std::size_t>(s.preferences.code_library) + 1;
                return Change(&Preferences::code_library,
                              kCodeLibraries[next % kCodeLibraries.size()].library);
            }},
    Command{CommandGroup::view,
            "copy-code",
            stated<say::commands::CopyCode>,
            {kCtrl | kShift | Key::c},
            KeyUse::once,
            showsCode,
            copyCode},
    Command{CommandGroup::view,
            "copy-matrix",
            stated<say::commands::CopyMatrix>,
            {kCtrl | Key::c},
            KeyUse::always,
            [](const AppState& s) { return matrixToCopy(s).has_value(); },
            [](const AppState& s) -> Action { return CopyMatrix{*matrixToCopy(s)}; }},
    Command{CommandGroup::view,
            "zoom-in",
            stated<say::commands::ZoomIn>,
            {Key::equal, Key::keypad_add},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.place.pane.span > kLeastSpan; },
            [](const AppState&) -> Action { return Zoom{1}; }},
    Command{CommandGroup::view,
            "zoom-out",
            stated<say::commands::ZoomOut>,
            {Key::minus, Key::keypad_subtract},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.place.pane.span < kMostSpan; },
            [](const AppState&) -> Action { return Zoom{-1}; }},
};

}  // namespace

std::span<const Command> readingCommands() { return kReadingCommands; }

}  // namespace lookback

#include <algorithm>

#include "app/state/commands/commands.h"
#include "app/state/model/compare_views.h"

namespace lookback {
namespace {

bool isCompare(const AppState& state) { return state.place.mode == Mode::compare; }
bool isTable(const AppState& state) { return isCompare(state) && hasRowTable(state); }
bool hasSides(const AppState& state) {
    const bool shows_pair = state.place.compare_view == CompareView::pair;
    return state.place.mode == Mode::leak || (isCompare(state) && shows_pair);
}
bool isLeakTest(const AppState& state) { return state.place.mode == Mode::leak; }

const std::array kComparingCommands{
    Command{CommandGroup::look,
            "snapshot",
            "Keep a snapshot to compare with",
            {Key::f8},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return TakeSnapshot{}; }},
    Command{CommandGroup::look,
            "variant-a",
            "Compare, Leak test: choose A",
            {kAlt | Key::a},
            KeyUse::always,
            hasSides,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::variant_a); }},
    Command{CommandGroup::look,
            "variant-b",
            "Compare, Leak test: choose B",
            {kAlt | Key::b},
            KeyUse::always,
            hasSides,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::variant_b); }},
    Command{CommandGroup::look,
            "compare-view",
            "Compare: two variants, or the next of the tables",
            {Key::c},
            KeyUse::always,
            isCompare,
            [](const AppState& s) -> Action {
                const auto next = static_cast<std::size_t>(s.place.compare_view) + 1;
                return Change(&Place::compare_view,
                              kCompareViews[next % kCompareViews.size()].view);
            }},
    Command{CommandGroup::look,
            "next-line",
            "Compare: the next line of the table as B",
            {Key::t},
            KeyUse::always_repeats,
            isTable,
            [](const AppState& s) -> Action { return lineAsB(s, 1); }},
    Command{CommandGroup::look,
            "previous-line",
            "Compare: the line before as B",
            {kShift | Key::t},
            KeyUse::always_repeats,
            isTable,
            [](const AppState& s) -> Action { return lineAsB(s, -1); }},
    Command{CommandGroup::files,
            "compare-file",
            "Compare with a file, as B",
            {kCtrl | kShift | Key::o},
            KeyUse::once,
            isCompare,
            [](const AppState&) -> Action {
                return ShowFileSheet{FileTask{.kind = FileTask::Kind::compare, .side = Side::b}};
            }},
    Command{CommandGroup::look,
            "wiggle",
            "Leak test: wiggle the word, and stop",
            {Key::w},
            KeyUse::always,
            isLeakTest,
            [](const AppState& s) -> Action {
                return Change(&LeakPlace::wiggling, !s.place.leak.wiggling);
            }},
    Command{CommandGroup::look,
            "nudge-next",
            "Leak test: nudge the next word",
            {Key::n},
            KeyUse::always,
            isLeakTest,
            [](const AppState& s) -> Action {
                Nudge nudge = s.place.leak.nudge;
                const Index n = std::max<Index>(s.document().n(), 1);
                nudge.token = (nudgedToken(nudge, n) + 1) % n;
                return Change(&LeakPlace::nudge, nudge);
            }},
};

}  // namespace

std::span<const Command> comparingCommands() { return kComparingCommands; }

}  // namespace lookback

#include <algorithm>

#include "app/state/commands/commands.h"
#include "app/state/model/compare_views.h"
#include "app/state/model/probed_outputs.h"
#include "messages/commands.h"

namespace lookback {
namespace {

bool isCompare(const AppState& state) { return state.place.mode == Mode::compare; }
bool isTable(const AppState& state) { return isCompare(state) && hasRowTable(state); }
bool hasSides(const AppState& state) {
    const bool shows_pair = state.place.compare_view == CompareView::pair;
    return state.place.mode == Mode::leak || (isCompare(state) && shows_pair);
}
bool isLeakTest(const AppState& state) { return state.place.mode == Mode::leak; }

Index probeIn(const AppState& state) { return probeIndex(state.place.leak, state.document().n()); }
bool isPastFirstProbe(const AppState& state) { return probeIn(state) > 0; }
bool isBeforeLastProbe(const AppState& state) { return probeIn(state) < state.document().n(); }
bool canProbeOn(const AppState& state) {
    return !leadsThroughLesson(state) && isBeforeLastProbe(state);
}
bool canProbeBack(const AppState& state) {
    return !leadsThroughLesson(state) && isPastFirstProbe(state);
}
Action probeAt(const AppState& state, Index index) {
    return Change(setProbe, index, state.document().n());
}

const std::array kProbingCommands{
    Command{CommandGroup::compare,
            "probe-on",
            stated<say::commands::ProbeOn>,
            {Key::right, Key::page_down},
            KeyUse::always_repeats,
            canProbeOn,
            [](const AppState& s) { return probeAt(s, probeIn(s) + 1); }},
    Command{CommandGroup::compare,
            "probe-back",
            stated<say::commands::ProbeBack>,
            {Key::left, Key::page_up},
            KeyUse::always_repeats,
            canProbeBack,
            [](const AppState& s) { return probeAt(s, probeIn(s) - 1); }},
    Command{CommandGroup::compare,
            "probe-first",
            stated<say::commands::ProbeFirst>,
            {Key::home},
            KeyUse::always,
            isPastFirstProbe,
            [](const AppState& s) { return probeAt(s, 0); }},
    Command{CommandGroup::compare,
            "probe-last",
            stated<say::commands::ProbeLast>,
            {Key::end},
            KeyUse::always,
            isBeforeLastProbe,
            [](const AppState& s) { return probeAt(s, s.document().n()); }},
    playCommand(CommandGroup::compare, "probe-play"),
    slowerCommand(CommandGroup::compare, "probe-slower"),
    fasterCommand(CommandGroup::compare, "probe-faster"),
};

const std::array kComparingCommands{
    Command{CommandGroup::view,
            "snapshot",
            stated<say::commands::Snapshot>,
            {Key::f8},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return TakeSnapshot{}; }},
    Command{CommandGroup::compare,
            "variant-a",
            stated<say::commands::VariantA>,
            {kAlt | Key::a},
            KeyUse::opens_menu,
            hasSides,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::variant_a); }},
    Command{CommandGroup::compare,
            "variant-b",
            stated<say::commands::VariantB>,
            {kAlt | Key::b},
            KeyUse::opens_menu,
            hasSides,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::variant_b); }},
    Command{CommandGroup::compare,
            "compare-view",
            stated<say::commands::CompareView>,
            {Key::c},
            KeyUse::always,
            isCompare,
            [](const AppState& s) -> Action {
                const auto next = static_cast<std::size_t>(s.place.compare_view) + 1;
                return Change(&Place::compare_view,
                              kCompareViews[next % kCompareViews.size()].view);
            }},
    Command{CommandGroup::compare,
            "next-line",
            stated<say::commands::NextLine>,
            {Key::t},
            KeyUse::always_repeats,
            isTable,
            [](const AppState& s) -> Action { return lineAsB(s, 1); }},
    Command{CommandGroup::compare,
            "previous-line",
            stated<say::commands::PreviousLine>,
            {kShift | Key::t},
            KeyUse::always_repeats,
            isTable,
            [](const AppState& s) -> Action { return lineAsB(s, -1); }},
    Command{CommandGroup::compare,
            "compare-file",
            stated<say::commands::CompareFile>,
            {kCtrl | kShift | Key::o},
            KeyUse::once,
            isCompare,
            [](const AppState&) -> Action {
                return ShowFileSheet{FileTask{.kind = FileTask::Kind::compare, .side = Side::b}};
            }},
    Command{CommandGroup::compare,
            "wiggle",
            stated<say::commands::Wiggle>,
            {Key::w},
            KeyUse::always,
            isLeakTest,
            [](const AppState& s) -> Action {
                return Change(&LeakPlace::wiggling, !s.place.leak.wiggling);
            }},
    Command{CommandGroup::compare,
            "nudge-next",
            stated<say::commands::NudgeNext>,
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
std::span<const Command> probingCommands() { return kProbingCommands; }

}  // namespace lookback

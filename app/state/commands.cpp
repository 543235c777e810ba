#include "app/state/commands.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr ImGuiKeyChord kCtrl = ImGuiMod_Ctrl;
constexpr int kTypeStep = 10;
constexpr ImGuiKeyChord kShift = ImGuiMod_Shift;

bool always(const AppState&) { return true; }
bool hasToken(const AppState& s) { return s.document().n() > 0; }
bool notFirst(const AppState& s) { return s.view.step > 0 || s.view.cell > 0; }
bool notLast(const AppState& s) {
    return s.view.step + 1 < s.steps.size() || s.view.cell + 1 < cellCount(s.trace, s.step());
}

const std::array kCommands{
    Command{"next-step",
            "Next step",
            {ImGuiKey_RightArrow, ImGuiKey_PageDown},
            KeyUse::remote_repeats,
            notLast,
            [](const AppState&) -> Action { return MoveStep{1}; }},
    Command{"previous-step",
            "Previous step",
            {ImGuiKey_LeftArrow, ImGuiKey_PageUp},
            KeyUse::remote_repeats,
            notFirst,
            [](const AppState&) -> Action { return MoveStep{-1}; }},
    Command{"next-cell",
            "Next cell",
            {ImGuiKey_DownArrow, 0},
            KeyUse::remote_repeats,
            notLast,
            [](const AppState&) -> Action { return MoveCell{1}; }},
    Command{"previous-cell",
            "Previous cell",
            {ImGuiKey_UpArrow, 0},
            KeyUse::remote_repeats,
            notFirst,
            [](const AppState&) -> Action { return MoveCell{-1}; }},
    Command{"first-step",
            "First step",
            {ImGuiKey_Home, 0},
            KeyUse::remote,
            notFirst,
            [](const AppState&) -> Action {
                return GoTo{0, 0};
            }},
    Command{"last-step",
            "Last step, complete",
            {ImGuiKey_End, 0},
            KeyUse::remote,
            notLast,
            [](const AppState& s) -> Action {
                return GoTo{s.steps.size() - 1, cellCount(s.trace, s.steps.back()) - 1};
            }},
    Command{"play",
            "Play, pause",
            {ImGuiKey_Space, 0},
            KeyUse::remote,
            always,
            [](const AppState& s) -> Action { return SetPlaying{!s.view.playing}; }},
    Command{"mask",
            "Masked, unmasked",
            {ImGuiKey_M, 0},
            KeyUse::once,
            hasToken,
            [](const AppState& s) -> Action { return SetMasked{!isMasked(s.document())}; }},
    Command{"undo",
            "Undo",
            {kCtrl | ImGuiKey_Z, 0},
            KeyUse::repeats,
            [](const AppState& s) { return s.history.canUndo(); },
            [](const AppState&) -> Action { return Undo{}; }},
    Command{"redo",
            "Redo",
            {kCtrl | kShift | ImGuiKey_Z, kCtrl | ImGuiKey_Y},
            KeyUse::repeats,
            [](const AppState& s) { return s.history.canRedo(); },
            [](const AppState&) -> Action { return Redo{}; }},
    Command{"remove-token",
            "Remove the selected token",
            {ImGuiKey_Delete, 0},
            KeyUse::once,
            hasToken,
            [](const AppState& s) -> Action { return RemoveToken{s.token()}; }},
    Command{"unlock",
            "Let go of the locked cell",
            {ImGuiKey_Escape, 0},
            KeyUse::once,
            [](const AppState& s) { return s.view.locked.has_value(); },
            [](const AppState&) -> Action { return Lock{}; }},
    Command{"close-help",
            "Close the help",
            {ImGuiKey_Escape, 0},
            KeyUse::once,
            [](const AppState& s) { return s.view.help_open; },
            [](const AppState&) -> Action { return ShowHelp{false}; }},
    Command{"leave-presentation",
            "Leave the presentation",
            {ImGuiKey_Escape, 0},
            KeyUse::remote,
            [](const AppState& s) { return s.view.presenting; },
            [](const AppState&) -> Action { return SetPresenting{false}; }},
    Command{"present",
            "Present: large, without panels",
            {ImGuiKey_F5, ImGuiKey_F},
            KeyUse::remote,
            always,
            [](const AppState& s) -> Action { return SetPresenting{!s.view.presenting}; }},
    Command{
        "larger",
        "Larger type",
        {kCtrl | ImGuiKey_Equal, kCtrl | ImGuiKey_KeypadAdd},
        KeyUse::repeats,
        [](const AppState& s) { return s.view.type_percent < kMostTypePercent; },
        [](const AppState& s) -> Action { return SetTypeSize{s.view.type_percent + kTypeStep}; }},
    Command{
        "smaller",
        "Smaller type",
        {kCtrl | ImGuiKey_Minus, kCtrl | ImGuiKey_KeypadSubtract},
        KeyUse::repeats,
        [](const AppState& s) { return s.view.type_percent > kLeastTypePercent; },
        [](const AppState& s) -> Action { return SetTypeSize{s.view.type_percent - kTypeStep}; }},
    Command{"usual-type",
            "Usual type",
            {kCtrl | ImGuiKey_0, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return SetTypeSize{100}; }},
    Command{"more-decimals",
            "More decimals",
            {ImGuiKey_Period, 0},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action { return SetDecimals{s.view.decimals + 1}; }},
    Command{"fewer-decimals",
            "Fewer decimals",
            {ImGuiKey_Comma, 0},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action { return SetDecimals{s.view.decimals - 1}; }},
    Command{"quit",
            "Quit",
            {kCtrl | ImGuiKey_Q, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return Quit{}; }},
    Command{"help",
            "All keys",
            {ImGuiKey_F1, kShift | ImGuiKey_Slash},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action { return ShowHelp{!s.view.help_open}; }},
    Command{"theme",
            "Light, dark",
            {kCtrl | ImGuiKey_D, 0},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return SetTheme{s.view.theme == ThemeId::light ? ThemeId::dark : ThemeId::light};
            }},
};

bool isForRemote(KeyUse use) { return use == KeyUse::remote || use == KeyUse::remote_repeats; }
bool isRepeating(KeyUse use) { return use == KeyUse::repeats || use == KeyUse::remote_repeats; }

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command& command(std::string_view name) {
    const auto* row = std::find_if(kCommands.begin(), kCommands.end(),
                                   [name](const Command& c) { return c.name == name; });
    assert(row != kCommands.end());
    return *row;
}

std::string keyName(ImGuiKeyChord chord) {
    std::string name;
    if ((chord & ImGuiMod_Ctrl) != 0) name += "Ctrl+";
    if ((chord & ImGuiMod_Shift) != 0) name += "Shift+";
    const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
    std::string_view bare = ImGui::GetKeyName(key);
    if (bare.ends_with("Arrow")) bare.remove_suffix(5);
    return name + std::string(bare);
}

std::string tooltipOf(const Command& command) {
    if (command.keys[0] == 0) return std::string(command.label);
    return fmt::format("{} ({})", command.label, keyName(command.keys[0]));
}

void takeKeys(const AppState& state, Actions& actions) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput) return;
    const auto take = [&](ImGuiKeyChord mods) {
        const std::size_t before = actions.size();
        for (const Command& row : kCommands) {
            if (state.view.presenting && !isForRemote(row.use)) continue;
            for (const ImGuiKeyChord chord : row.keys) {
                if (chord == 0 || (chord & ImGuiMod_Mask_) != mods) continue;
                const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
                if (ImGui::IsKeyPressed(key, isRepeating(row.use)) && row.enabled(state)) {
                    actions.push_back(row.action(state));
                }
            }
        }
        return actions.size() > before;
    };
    // Ctrl may be let go in the very frame in which Z went down.
    if (!take(io.KeyMods) && state.view.mods_before != io.KeyMods) take(state.view.mods_before);
}

}  // namespace lookback

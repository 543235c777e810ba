#include "app/state/commands.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr ImGuiKeyChord kCtrl = ImGuiMod_Ctrl;
constexpr ImGuiKeyChord kShift = ImGuiMod_Shift;

bool always(const AppState&) { return true; }
bool hasToken(const AppState& s) { return s.document().n() > 0; }
bool notFirst(const AppState& s) { return s.view.step > 0 || s.view.cell > 0; }
bool notLast(const AppState& s) {
    return s.view.step + 1 < s.steps.size() ||
           s.view.cell + 1 < cellCount(s.trace, s.step());
}

const std::array kCommands{
    Command{"next-step", "Next step", {ImGuiKey_RightArrow, ImGuiKey_PageDown}, true, notLast,
            [](const AppState&) -> Action { return MoveStep{1}; }},
    Command{"previous-step", "Previous step", {ImGuiKey_LeftArrow, ImGuiKey_PageUp}, true, notFirst,
            [](const AppState&) -> Action { return MoveStep{-1}; }},
    Command{"next-cell", "Next cell", {ImGuiKey_DownArrow, 0}, true, notLast,
            [](const AppState&) -> Action { return MoveCell{1}; }},
    Command{"previous-cell", "Previous cell", {ImGuiKey_UpArrow, 0}, true, notFirst,
            [](const AppState&) -> Action { return MoveCell{-1}; }},
    Command{"first-step", "First step", {ImGuiKey_Home, 0}, false, notFirst,
            [](const AppState&) -> Action { return GoTo{0, 0}; }},
    Command{"last-step", "Last step, complete", {ImGuiKey_End, 0}, false, notLast,
            [](const AppState& s) -> Action {
                return GoTo{s.steps.size() - 1, cellCount(s.trace, s.steps.back()) - 1};
            }},
    Command{"play", "Play, pause", {ImGuiKey_Space, 0}, false, always,
            [](const AppState& s) -> Action { return SetPlaying{!s.view.playing}; }},
    Command{"mask", "Masked, unmasked", {ImGuiKey_M, 0}, false, hasToken,
            [](const AppState& s) -> Action { return SetMasked{!isMasked(s.document())}; }},
    Command{"undo", "Undo", {kCtrl | ImGuiKey_Z, 0}, true,
            [](const AppState& s) { return s.history.canUndo(); },
            [](const AppState&) -> Action { return Undo{}; }},
    Command{"redo", "Redo", {kCtrl | kShift | ImGuiKey_Z, kCtrl | ImGuiKey_Y}, true,
            [](const AppState& s) { return s.history.canRedo(); },
            [](const AppState&) -> Action { return Redo{}; }},
    Command{"remove-token", "Remove the selected token", {ImGuiKey_Delete, 0}, false, hasToken,
            [](const AppState& s) -> Action { return RemoveToken{s.token()}; }},
    Command{"unlock", "Let go of the locked cell", {ImGuiKey_Escape, 0}, false,
            [](const AppState& s) { return s.view.locked.has_value(); },
            [](const AppState&) -> Action { return Lock{}; }},
    Command{"theme", "Light, dark", {kCtrl | ImGuiKey_D, 0}, false, always,
            [](const AppState& s) -> Action {
                return SetTheme{s.view.theme == ThemeId::light ? ThemeId::dark : ThemeId::light};
            }},
};

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
    for (const Command& row : kCommands) {
        for (const ImGuiKeyChord chord : row.keys) {
            if (chord == 0 || (chord & ImGuiMod_Mask_) != io.KeyMods) continue;
            const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
            if (ImGui::IsKeyPressed(key, row.repeats) && row.enabled(state)) {
                actions.push_back(row.action(state));
            }
        }
    }
}

}  // namespace lookback

#include "app/state/commands/commands.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace lookback {
namespace {

bool isForBoth(KeyUse use) { return use == KeyUse::always || use == KeyUse::always_repeats; }
bool isMenuOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }
bool isRepeating(KeyUse use) { return use == KeyUse::repeats || use == KeyUse::always_repeats; }

/// One of its keys, with just these modifiers.
bool isPressed(const Command& row, ImGuiKeyChord mods) {
    return std::any_of(row.keys.begin(), row.keys.end(), [&](ImGuiKeyChord chord) {
        if (chord == 0 || (chord & ImGuiMod_Mask_) != mods) return false;
        for (int k = 0; k < row.successive; ++k) {
            const auto key = static_cast<ImGuiKey>((chord & ~ImGuiMod_Mask_) + k);
            if (ImGui::IsKeyPressed(key, isRepeating(row.use))) return true;
        }
        return false;
    });
}

std::vector<Command> allRowsOf(std::initializer_list<std::span<const Command>> tables) {
    std::vector<Command> rows;
    for (const auto table : tables) rows.insert(rows.end(), table.begin(), table.end());
    return rows;
}

}  // namespace

std::span<const Command> labCommands() {
    static const std::vector<Command> all =
        allRowsOf({readingCommands(), editingCommands(), comparingCommands()});
    return all;
}

const std::vector<Command>& commands() {
    static const std::vector<Command> all = allRowsOf(
        {labCommands(), modeCommands(), trainCommands(), generateCommands(), sharedCommands()});
    return all;
}

const Command& command(std::string_view name) {
    const auto row = std::find_if(commands().begin(), commands().end(),
                                  [name](const Command& c) { return c.name == name; });
    assert(row != commands().end());
    return *row;
}

std::string keyName(ImGuiKeyChord chord) {
    struct Named {
        ImGuiKeyChord chord;
        const char* name;
    };
    // As they stand on keyboards, where ImGui's own names do not say it.
    static constexpr std::array kNames{Named{ImGuiMod_Shift | ImGuiKey_Slash, "?"},
                                       Named{ImGuiKey_Equal, "="},
                                       Named{ImGuiKey_Minus, "\u2212"},
                                       Named{ImGuiKey_KeypadAdd, "keypad +"},
                                       Named{ImGuiKey_KeypadSubtract, "keypad \u2212"},
                                       Named{ImGuiKey_KeypadEnter, "keypad Enter"},
                                       Named{ImGuiKey_Period, "."},
                                       Named{ImGuiKey_Comma, ","},
                                       Named{ImGuiKey_LeftBracket, "["},
                                       Named{ImGuiKey_RightBracket, "]"},
                                       Named{ImGuiKey_PageDown, "Page Down"},
                                       Named{ImGuiKey_PageUp, "Page Up"},
                                       Named{ImGuiKey_Escape, "Esc"},
                                       Named{ImGuiKey_LeftArrow, "Left"},
                                       Named{ImGuiKey_RightArrow, "Right"},
                                       Named{ImGuiKey_UpArrow, "Up"},
                                       Named{ImGuiKey_DownArrow, "Down"},
                                       Named{ImGuiKey_Delete, "Del"},
                                       Named{ImGuiKey_Insert, "Ins"}};
    const auto find = [](ImGuiKeyChord wanted) {
        return std::find_if(kNames.begin(), kNames.end(),
                            [wanted](const Named& row) { return row.chord == wanted; });
    };
    if (const auto* whole = find(chord); whole != kNames.end()) return whole->name;
    std::string name;
    if ((chord & ImGuiMod_Ctrl) != 0) name += "Ctrl+";
    if ((chord & ImGuiMod_Alt) != 0) name += "Alt+";
    if ((chord & ImGuiMod_Shift) != 0) name += "Shift+";
    const ImGuiKeyChord key = chord & ~ImGuiMod_Mask_;
    const auto* bare = find(key);
    return name +
           (bare != kNames.end() ? bare->name : ImGui::GetKeyName(static_cast<ImGuiKey>(key)));
}

std::vector<std::string> keyNames(const Command& command) {
    std::vector<std::string> names;
    for (const ImGuiKeyChord chord : command.keys) {
        if (chord != 0) names.push_back(keyName(chord));
    }
    if (command.successive > 1) {
        names.front() += " to " + keyName(command.keys[0] + command.successive - 1);
    }
    return names;
}

std::string tooltipOf(const Command& command) {
    if (command.keys[0] == 0) return std::string(command.label);
    return fmt::format("{} ({})", command.label, keyName(command.keys[0]));
}

void takeKeys(const AppState& state, std::span<const Command> own, Actions& actions) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.WantTextInput || state.hands.open<FileSheet>() != nullptr ||
        state.hands.open<DrawSheet>() != nullptr || state.hands.open<ConflictSheet>() != nullptr ||
        isMenuOpen())
        return;
    const auto take = [&](ImGuiKeyChord mods) {
        const std::size_t before = actions.size();
        for (const std::span<const Command> table : {own, modeCommands(), sharedCommands()}) {
            for (const Command& row : table) {
                if (state.place.presenting && !isForBoth(row.use)) continue;
                if (isPressed(row, mods) && row.enabled(state))
                    actions.push_back(row.action(state));
            }
        }
        return actions.size() > before;
    };
    // Ctrl may be let go in the very frame in which Z went down.
    const ImGuiKeyChord mods = io.KeyMods | state.hands.mods_before;
    if (!take(mods) && mods != io.KeyMods) take(io.KeyMods);
}

}  // namespace lookback

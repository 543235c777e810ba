#include "app/views/keys.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "app/widgets/menu.h"
#include "imgui.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

struct KeyOfImGui {
    Key key;
    ImGuiKey imgui;
};

/// Keys that are neither digits nor letters nor function keys.
constexpr std::array kSingleKeys{KeyOfImGui{Key::none, ImGuiKey_None},
                                 KeyOfImGui{Key::left, ImGuiKey_LeftArrow},
                                 KeyOfImGui{Key::right, ImGuiKey_RightArrow},
                                 KeyOfImGui{Key::up, ImGuiKey_UpArrow},
                                 KeyOfImGui{Key::down, ImGuiKey_DownArrow},
                                 KeyOfImGui{Key::page_up, ImGuiKey_PageUp},
                                 KeyOfImGui{Key::page_down, ImGuiKey_PageDown},
                                 KeyOfImGui{Key::home, ImGuiKey_Home},
                                 KeyOfImGui{Key::end, ImGuiKey_End},
                                 KeyOfImGui{Key::insert, ImGuiKey_Insert},
                                 KeyOfImGui{Key::delete_key, ImGuiKey_Delete},
                                 KeyOfImGui{Key::space, ImGuiKey_Space},
                                 KeyOfImGui{Key::enter, ImGuiKey_Enter},
                                 KeyOfImGui{Key::escape, ImGuiKey_Escape},
                                 KeyOfImGui{Key::tab, ImGuiKey_Tab},
                                 KeyOfImGui{Key::equal, ImGuiKey_Equal},
                                 KeyOfImGui{Key::minus, ImGuiKey_Minus},
                                 KeyOfImGui{Key::comma, ImGuiKey_Comma},
                                 KeyOfImGui{Key::period, ImGuiKey_Period},
                                 KeyOfImGui{Key::slash, ImGuiKey_Slash},
                                 KeyOfImGui{Key::left_bracket, ImGuiKey_LeftBracket},
                                 KeyOfImGui{Key::right_bracket, ImGuiKey_RightBracket},
                                 KeyOfImGui{Key::keypad_add, ImGuiKey_KeypadAdd},
                                 KeyOfImGui{Key::keypad_subtract, ImGuiKey_KeypadSubtract},
                                 KeyOfImGui{Key::keypad_enter, ImGuiKey_KeypadEnter}};

ImGuiKey imguiKey(Key key) {
    const auto among = [key](Key first, Key last, ImGuiKey imgui) {
        const bool is_among = key >= first && key <= last;
        const int place = static_cast<int>(key) - static_cast<int>(first);
        return is_among ? std::optional(static_cast<ImGuiKey>(imgui + place)) : std::nullopt;
    };
    if (const auto digit = among(Key::digit_0, Key::digit_9, ImGuiKey_0)) return *digit;
    if (const auto letter = among(Key::a, Key::z, ImGuiKey_A)) return *letter;
    if (const auto function = among(Key::f1, Key::f12, ImGuiKey_F1)) return *function;
    for (const KeyOfImGui& row : kSingleKeys) {
        if (row.key == key) return row.imgui;
    }
    assert(false);
    return ImGuiKey_None;
}

bool isMenuOpen() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }
bool isRepeating(KeyUse use) { return use == KeyUse::repeats || use == KeyUse::always_repeats; }

/// The keys that the help and the page of lessons leave to commands: all others are typed into
/// their searches.
bool isOfHelp(const Command& row) { return row.name == "help" || row.name == "close-help"; }
bool isOfCoursePage(const Command& row) {
    constexpr std::array<std::string_view, 8> kNames{
        "lessons", "close-lessons", "new", "import", "open", "save", "save-as", "quit"};
    return std::find(kNames.begin(), kNames.end(), row.name) != kNames.end();
}

/// True while a text has the keyboard, and in the frames until the field of a task's number has it:
/// its first characters wait for it.
bool isTyping(const AppState& state) {
    const TypedAnswer& answer = state.hands.answer;
    const bool comes = takesNumber(state) && (!answer.awaiting.empty() || answer.wants_keyboard);
    return comes || ImGui::GetIO().WantTextInput ||
           ImGui::GetCurrentContext()->WantTextInputNextFrame > 0;
}

/// True for the key that checks a number of which the first characters still wait for their field.
bool checksAwaiting(const AppState& state, const Command& row) {
    return row.name == "check-answer" && !state.hands.answer.awaiting.empty();
}

/// Returns which of the command's successive keys was pressed with exactly these modifiers, if any.
std::optional<int> pressedKey(const AppState& state, const Command& row, KeyMods mods) {
    for (const KeyChord chord : keysOf(row, keyPlace(state))) {
        if (chord.key == Key::none || chord.mods != mods) continue;
        for (int k = 0; k < row.successive; ++k) {
            const Key key = keyAfter(chord.key, k);
            if (!ImGui::IsKeyPressed(imguiKey(key), isRepeating(row.use))) continue;
            if (!belongsToWriting(state, {mods, key})) return k;
        }
    }
    return std::nullopt;
}

/// Returns the keys Ctrl, Shift, Alt and Super as they are held in this frame.
KeyMods heldMods() {
    const ImGuiKeyChord mods = ImGui::GetIO().KeyMods;
    return {.ctrl = (mods & ImGuiMod_Ctrl) != 0,
            .shift = (mods & ImGuiMod_Shift) != 0,
            .alt = (mods & ImGuiMod_Alt) != 0,
            .super = (mods & ImGuiMod_Super) != 0};
}

}  // namespace

bool isKeyOfCommand(ImGuiKey key, KeyMods mods, KeyPlace place) {
    const auto has = [&](const Command& row) {
        for (const KeyChord chord : keysOf(row, place)) {
            if (chord.key == Key::none || chord.mods != mods) continue;
            for (int k = 0; k < row.successive; ++k) {
                if (imguiKey(keyAfter(chord.key, k)) == key) return true;
            }
        }
        return false;
    };
    return std::any_of(commands().begin(), commands().end(), has);
}

bool isKeyHeld(const Command& command) {
    return std::any_of(command.keys.begin(), command.keys.end(), [](KeyChord chord) {
        return chord.key != Key::none && ImGui::IsKeyDown(imguiKey(chord.key));
    });
}

void takeKeys(const AppState& state, std::span<const Command> own, bool was_in_menu,
              Actions& actions) {
    const bool is_help_open = state.hands.open<HelpSheet>() != nullptr;
    const bool is_page_open = state.hands.open<CoursePage>() != nullptr;
    const bool is_typing = isTyping(state) && !is_help_open && !is_page_open;
    // All other sheets take the keyboard.
    const bool is_sheet_open = state.hands.hasSheet() && !is_help_open && !is_page_open;
    if (state.hands.isTyping() || is_sheet_open) return;
    // An open menu takes all keys but those of the modes and of other menus, which close it.
    const bool is_menu_open = was_in_menu || isMenuOpen();
    const std::size_t taken_before = actions.size();
    const KeyMods mods = heldMods();
    for (const std::span<const Command> table :
         {own, modeCommands(), lessonCommands(), sharedCommands()}) {
        const bool goes_to_mode = table.data() == modeCommands().data();
        for (const Command& row : table) {
            if (state.place.presenting && !worksOnSlide(row)) continue;
            if (is_typing && row.use != KeyUse::while_typing && !checksAwaiting(state, row))
                continue;
            if (is_help_open && !isOfHelp(row)) continue;
            if (is_page_open && !goes_to_mode && !isOfCoursePage(row)) continue;
            if (is_menu_open && !goes_to_mode && row.use != KeyUse::opens_menu) continue;
            const std::optional<int> pressed = pressedKey(state, row, mods);
            if (!pressed || !row.enabled(state)) continue;
            if (is_page_open && goes_to_mode) actions.push_back(Change(&Hands::sheet, {}));
            actions.push_back(row.action_of_key != nullptr
                                  ? row.action_of_key(state, {*pressed, ImGui::GetClipboardText})
                                  : row.action(state));
        }
    }
    if (is_menu_open && actions.size() > taken_before) closeMenus();
}

}  // namespace lookback

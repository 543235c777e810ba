#include "app/state/commands/commands.h"
#include "app/state/model/own_work.h"

namespace lookback {
namespace {

constexpr int kTypeStep = 10;

bool isDocument(const AppState& s) { return !isOfExperiment(s.place.mode); }
bool canUndo(const AppState& s) {
    return isDocument(s) ? s.history.canUndo() : s.workshop.history.canUndo();
}
bool canRedo(const AppState& s) {
    return isDocument(s) ? s.history.canRedo() : s.workshop.history.canRedo();
}

const std::array kSharedCommands{
    Command{CommandGroup::files,
            "documents-menu",
            "Choose a lesson",
            {kCtrl | ImGuiKey_1, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return ShowMenu{Menu::documents}; }},
    Command{
        CommandGroup::files,
        "open",
        "Open a file",
        {kCtrl | ImGuiKey_O, 0},
        KeyUse::once,
        always,
        [](const AppState&) -> Action { return ShowFileSheet{FileTask{FileTask::Kind::open}}; }},
    Command{CommandGroup::files,
            "save",
            "Save",
            {kCtrl | ImGuiKey_S, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                const std::string file(ownWork(s).file);
                if (file.empty()) return ShowFileSheet{FileTask{FileTask::Kind::save}};
                return SaveFile{file};
            }},
    Command{
        CommandGroup::files,
        "save-as",
        "Save under another name",
        {kCtrl | kShift | ImGuiKey_S, 0},
        KeyUse::once,
        always,
        [](const AppState&) -> Action { return ShowFileSheet{FileTask{FileTask::Kind::save}}; }},
    Command{CommandGroup::files,
            "export",
            "Export",
            {kCtrl | ImGuiKey_E, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return ShowMenu{Menu::exports}; }},
    Command{CommandGroup::files,
            "undo",
            "Undo",
            {kCtrl | ImGuiKey_Z, 0},
            KeyUse::always_repeats,
            canUndo,
            [](const AppState&) -> Action { return Undo{}; }},
    Command{CommandGroup::files,
            "redo",
            "Redo",
            {kCtrl | kShift | ImGuiKey_Z, kCtrl | ImGuiKey_Y},
            KeyUse::always_repeats,
            canRedo,
            [](const AppState&) -> Action { return Redo{}; }},
    Command{CommandGroup::files,
            "quit",
            "Quit",
            {kCtrl | ImGuiKey_Q, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return Quit{}; }},
    Command{CommandGroup::window,
            "close-help",
            "Close the help",
            {ImGuiKey_Escape, 0},
            KeyUse::always,
            [](const AppState& s) { return s.hands.open<HelpSheet>() != nullptr; },
            [](const AppState&) -> Action { return ShowHelp{false}; }},
    Command{CommandGroup::window,
            "leave-presentation",
            "Leave the presentation",
            {ImGuiKey_Escape, 0},
            KeyUse::always,
            [](const AppState& s) { return s.place.presenting && !s.hands.hasSheet(); },
            [](const AppState&) -> Action { return SetPresenting{false}; }},
    Command{CommandGroup::window,
            "present",
            "Present: large, without panels",
            {ImGuiKey_F5, ImGuiKey_F},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetPresenting{!s.place.presenting}; }},
    Command{CommandGroup::window,
            "blank",
            "Presented: blank the screen, and back",
            {ImGuiKey_B, ImGuiKey_Period},
            KeyUse::always,
            [](const AppState& s) { return s.place.presenting; },
            [](const AppState& s) -> Action { return SetBlank{!s.place.is_blank}; }},
    Command{CommandGroup::window,
            "larger",
            "Larger type",
            {kCtrl | ImGuiKey_Equal, kCtrl | ImGuiKey_KeypadAdd},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.preferences.type_percent < kMostTypePercent; },
            [](const AppState& s) -> Action {
                return SetTypeSize{s.preferences.type_percent + kTypeStep};
            }},
    Command{CommandGroup::window,
            "smaller",
            "Smaller type",
            {kCtrl | ImGuiKey_Minus, kCtrl | ImGuiKey_KeypadSubtract},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.preferences.type_percent > kLeastTypePercent; },
            [](const AppState& s) -> Action {
                return SetTypeSize{s.preferences.type_percent - kTypeStep};
            }},
    Command{CommandGroup::window,
            "usual-type",
            "Usual type",
            {kCtrl | ImGuiKey_0, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetTypeSize{100}; }},
    Command{
        CommandGroup::window,
        "help",
        "All keys",
        {ImGuiKey_F1, kShift | ImGuiKey_Slash},
        KeyUse::always,
        always,
        [](const AppState& s) -> Action { return ShowHelp{s.hands.open<HelpSheet>() == nullptr}; }},
    Command{CommandGroup::window,
            "theme",
            "Light, dark",
            {kCtrl | ImGuiKey_D, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return SetTheme{s.preferences.theme == ThemeId::light ? ThemeId::dark
                                                                      : ThemeId::light};
            }},
    Command{CommandGroup::window,
            "settings",
            "Settings",
            {kCtrl | ImGuiKey_Comma, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return ShowMenu{Menu::settings}; }},
    Command{CommandGroup::window,
            "motion",
            "With motion, without",
            {kCtrl | ImGuiKey_M, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetMotion{!s.preferences.has_motion}; }},
    Command{CommandGroup::window,
            "mask-truth",
            "Masks: true is allowed, is blocked",
            {kCtrl | ImGuiKey_B, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                Conventions conventions = s.preferences.conventions;
                conventions.true_is_allowed = !conventions.true_is_allowed;
                return SetConventions{conventions};
            }},
    Command{CommandGroup::window,
            "queries",
            "Attention: queries are rows, are columns",
            {kCtrl | ImGuiKey_R, 0},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                Conventions conventions = s.preferences.conventions;
                conventions.rows_are_queries = !conventions.rows_are_queries;
                return SetConventions{conventions};
            }},
    Command{CommandGroup::window,
            "edit-panel",
            "Show the panel to edit",
            {ImGuiKey_F6, 0},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return ShowPanel{s.hands.open_panel == SidePanel::edit ? SidePanel::none
                                                                       : SidePanel::edit};
            }},
    Command{CommandGroup::window,
            "meaning-panel",
            "Show what it means",
            {ImGuiKey_F7, 0},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return ShowPanel{s.hands.open_panel == SidePanel::meaning ? SidePanel::none
                                                                          : SidePanel::meaning};
            }},
};

}  // namespace

std::span<const Command> sharedCommands() { return kSharedCommands; }

}  // namespace lookback

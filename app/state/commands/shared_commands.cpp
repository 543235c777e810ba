#include "app/state/commands/commands.h"

namespace lookback {
namespace {

constexpr int kTypeStep = 10;

bool canUndo(const AppState& s) {
    return useWork(s, [](const auto& work) { return work.history.canUndo(); });
}
bool canRedo(const AppState& s) {
    return useWork(s, [](const auto& work) { return work.history.canRedo(); });
}

const std::array kSharedCommands{
    Command{CommandGroup::files,
            "documents-menu",
            "Choose a lesson",
            {kCtrl | Key::digit_1},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::documents); }},
    Command{
        CommandGroup::files,
        "open",
        "Open a file",
        {kCtrl | Key::o},
        KeyUse::once,
        always,
        [](const AppState&) -> Action { return ShowFileSheet{FileTask{FileTask::Kind::open}}; }},
    Command{CommandGroup::files,
            "save",
            "Save",
            {kCtrl | Key::s},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                const std::string& file = fileOnScreen(s);
                if (file.empty()) return ShowFileSheet{FileTask{FileTask::Kind::save}};
                return SaveFile{file};
            }},
    Command{
        CommandGroup::files,
        "save-as",
        "Save under another name",
        {kCtrl | kShift | Key::s},
        KeyUse::once,
        always,
        [](const AppState&) -> Action { return ShowFileSheet{FileTask{FileTask::Kind::save}}; }},
    Command{CommandGroup::files,
            "export",
            "Export",
            {kCtrl | Key::e},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::exports); }},
    Command{CommandGroup::files,
            "undo",
            "Undo",
            {kCtrl | Key::z},
            KeyUse::always_repeats,
            canUndo,
            [](const AppState&) -> Action { return Undo{}; }},
    Command{CommandGroup::files,
            "redo",
            "Redo",
            {kCtrl | kShift | Key::z, kCtrl | Key::y},
            KeyUse::always_repeats,
            canRedo,
            [](const AppState&) -> Action { return Redo{}; }},
    Command{CommandGroup::files,
            "quit",
            "Quit",
            {kCtrl | Key::q},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return Quit{}; }},
    Command{CommandGroup::window,
            "close-help",
            "Close the help",
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.hands.open<HelpSheet>() != nullptr; },
            [](const AppState&) -> Action { return Change(&Hands::sheet, {}); }},
    Command{CommandGroup::window,
            "leave-presentation",
            "Leave the presentation",
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.place.presenting && !s.hands.hasSheet(); },
            [](const AppState&) -> Action { return SetPresenting{false}; }},
    Command{CommandGroup::window,
            "present",
            "Present: large, without panels",
            {Key::f5, Key::f},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetPresenting{!s.place.presenting}; }},
    Command{
        CommandGroup::window,
        "blank",
        "Presented: blank the screen, and back",
        {Key::b, Key::period},
        KeyUse::always,
        [](const AppState& s) { return s.place.presenting; },
        [](const AppState& s) -> Action { return Change(&Place::is_blank, !s.place.is_blank); }},
    Command{CommandGroup::window,
            "larger",
            "Larger type",
            {kCtrl | Key::equal, kCtrl | Key::keypad_add},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.preferences.type_percent < kMostTypePercent; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::type_percent, s.preferences.type_percent + kTypeStep);
            }},
    Command{CommandGroup::window,
            "smaller",
            "Smaller type",
            {kCtrl | Key::minus, kCtrl | Key::keypad_subtract},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.preferences.type_percent > kLeastTypePercent; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::type_percent, s.preferences.type_percent - kTypeStep);
            }},
    Command{CommandGroup::window,
            "usual-type",
            "Usual type",
            {kCtrl | Key::digit_0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return Change(&Preferences::type_percent, 100); }},
    Command{CommandGroup::window,
            "help",
            "Help: keys, this mode, glossary",
            {Key::f1, kShift | Key::slash},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                const bool is_open = s.hands.open<HelpSheet>() != nullptr;
                return Change(&Hands::sheet, is_open ? OpenSheet() : HelpSheet{});
            }},
    Command{CommandGroup::window,
            "theme",
            "Light, dark",
            {kCtrl | Key::d},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::theme, s.preferences.theme == ThemeId::light
                                                       ? ThemeId::dark
                                                       : ThemeId::light);
            }},
    Command{CommandGroup::window,
            "settings",
            "Settings",
            {kCtrl | Key::comma},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::settings); }},
    Command{CommandGroup::window,
            "motion",
            "With motion, without",
            {kCtrl | Key::m},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::has_motion, !s.preferences.has_motion);
            }},
    Command{CommandGroup::window,
            "mask-truth",
            "Masks: true is allowed, is blocked",
            {kCtrl | Key::b},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                Conventions conventions = s.preferences.conventions;
                conventions.true_is_allowed = !conventions.true_is_allowed;
                return Change(&Preferences::conventions, conventions);
            }},
    Command{CommandGroup::window,
            "queries",
            "Attention: queries are rows, are columns",
            {kCtrl | Key::r},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                Conventions conventions = s.preferences.conventions;
                conventions.rows_are_queries = !conventions.rows_are_queries;
                return Change(&Preferences::conventions, conventions);
            }},
    Command{CommandGroup::window,
            "edit-panel",
            "Show the panel to edit",
            {Key::f6},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return Change(&Hands::open_panel, s.hands.open_panel == SidePanel::edit
                                                      ? SidePanel::none
                                                      : SidePanel::edit);
            }},
    Command{CommandGroup::window,
            "meaning-panel",
            "Show what it means",
            {Key::f7},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return Change(&Hands::open_panel, s.hands.open_panel == SidePanel::meaning
                                                      ? SidePanel::none
                                                      : SidePanel::meaning);
            }},
};

const std::array kModeCommands{
    Command{CommandGroup::window,
            "lab",
            "Lab: every number computed",
            {kAlt | Key::digit_1},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::lab}; }},
    Command{CommandGroup::window,
            "compare",
            "Compare: two variants side by side",
            {kAlt | Key::digit_2},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::compare}; }},
    Command{CommandGroup::window,
            "leak",
            "Leak test: which word can change which output",
            {kAlt | Key::digit_3},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::leak}; }},
    Command{CommandGroup::window,
            "train",
            "Train: one model with a mask and without",
            {kAlt | Key::digit_4},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::train}; }},
    Command{CommandGroup::window,
            "generate",
            "Generate: word by word, from left to right",
            {kAlt | Key::digit_5},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::generate}; }},
};

}  // namespace

std::span<const Command> modeCommands() { return kModeCommands; }

std::span<const Command> sharedCommands() { return kSharedCommands; }

}  // namespace lookback

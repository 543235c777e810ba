#include "app/state/commands/commands.h"
#include "messages/commands.h"

namespace lookback {
namespace {

constexpr int kTypeStep = 10;

bool canUndo(const AppState& s) {
    return undoesDecimals(s) || useWork(s, [](const auto& work) { return work.history.canUndo(); });
}
bool canRedo(const AppState& s) {
    return redoesDecimals(s) || useWork(s, [](const auto& work) { return work.history.canRedo(); });
}

const std::array kSharedCommands{
    Command{CommandGroup::files,
            "lessons",
            stated<say::commands::Lessons>,
            {kCtrl | Key::digit_1},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                const bool is_open = s.hands.open<CoursePage>() != nullptr;
                return Change(&Hands::sheet, is_open ? OpenSheet() : CoursePage{});
            },
            1,
            nullptr,
            onPage(kCtrl | kShift | Key::digit_1)},
    Command{CommandGroup::files,
            "new",
            stated<say::commands::New>,
            {kCtrl | Key::n},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return Change(&Hands::sheet, NewSheet{}); },
            1,
            nullptr,
            onPage(kAlt | Key::n)},
    Command{CommandGroup::files,
            "import",
            stated<say::commands::Import>,
            {kCtrl | Key::i},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return ShowImport{}; }},
    Command{
        CommandGroup::files,
        "open",
        stated<say::commands::Open>,
        {kCtrl | Key::o},
        KeyUse::always,
        always,
        [](const AppState&) -> Action { return ShowFileSheet{FileTask{FileTask::Kind::open}}; }},
    Command{CommandGroup::files,
            "save",
            stated<say::commands::Save>,
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
        stated<say::commands::SaveAs>,
        {kCtrl | kShift | Key::s},
        KeyUse::always,
        always,
        [](const AppState&) -> Action { return ShowFileSheet{FileTask{FileTask::Kind::save}}; }},
    Command{CommandGroup::files,
            "export",
            stated<say::commands::Export>,
            {kCtrl | Key::e},
            KeyUse::opens_menu,
            always,
            [](const AppState& s) -> Action {
                if (!s.place.presenting) return Change(&Hands::wanted_menu, Menu::exports);
                return ShowFileSheet{
                    FileTask{.kind = FileTask::Kind::export_as, .as = ExportKind::picture}};
            }},
    Command{CommandGroup::files,
            "undo",
            stated<say::commands::Undo>,
            {kCtrl | Key::z},
            KeyUse::always_repeats,
            canUndo,
            [](const AppState&) -> Action { return Undo{}; }},
    Command{CommandGroup::files,
            "redo",
            stated<say::commands::Redo>,
            {kCtrl | kShift | Key::z, kCtrl | Key::y},
            KeyUse::always_repeats,
            canRedo,
            [](const AppState&) -> Action { return Redo{}; }},
    Command{CommandGroup::files,
            "quit",
            stated<say::commands::Quit>,
            {kCtrl | Key::q},
            KeyUse::always,
            [](const AppState& s) { return keyPlace(s) == KeyPlace::window; },
            [](const AppState&) -> Action { return Quit{}; },
            1,
            nullptr,
            kNotOnPage},
    Command{CommandGroup::window,
            "close-help",
            stated<say::commands::CloseHelp>,
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.hands.open<HelpSheet>() != nullptr; },
            [](const AppState&) -> Action { return Change(&Hands::sheet, {}); }},
    Command{CommandGroup::files,
            "close-lessons",
            stated<say::commands::CloseLessons>,
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.hands.open<CoursePage>() != nullptr; },
            [](const AppState&) -> Action { return Change(&Hands::sheet, {}); }},
    Command{CommandGroup::window,
            "leave-presentation",
            stated<say::commands::LeavePresentation>,
            {Key::escape},
            KeyUse::always,
            [](const AppState& s) { return s.place.presenting && !s.hands.hasSheet(); },
            [](const AppState&) -> Action { return SetPresenting{false}; }},
    Command{CommandGroup::window,
            "present",
            stated<say::commands::Present>,
            {Key::f5, Key::f},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action { return SetPresenting{!s.place.presenting}; },
            1,
            nullptr,
            onPage(Key::f)},
    Command{
        CommandGroup::window,
        "blank",
        stated<say::commands::Blank>,
        {Key::b, Key::period},
        KeyUse::always,
        [](const AppState& s) { return s.place.presenting; },
        [](const AppState& s) -> Action { return Change(&Place::is_blank, !s.place.is_blank); }},
    Command{CommandGroup::window,
            "spotlight",
            stated<say::commands::Spotlight>,
            {Key::s},
            KeyUse::always,
            [](const AppState& s) {
                return s.place.presenting && s.hands.isIdle() && !s.hands.hasSheet();
            },
            [](const AppState&) -> Action {
                return Change(&Hands::gesture, LightPointing{.is_by_key = true});
            }},
    Command{CommandGroup::window,
            "larger",
            stated<say::commands::LargerType>,
            {kCtrl | Key::equal, kCtrl | Key::keypad_add},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.preferences.type_percent < kMostTypePercent; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::type_percent, s.preferences.type_percent + kTypeStep);
            },
            1,
            nullptr,
            onPage(kAlt | Key::equal)},
    Command{CommandGroup::window,
            "smaller",
            stated<say::commands::SmallerType>,
            {kCtrl | Key::minus, kCtrl | Key::keypad_subtract},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.preferences.type_percent > kLeastTypePercent; },
            [](const AppState& s) -> Action {
                return Change(&Preferences::type_percent, s.preferences.type_percent - kTypeStep);
            },
            1,
            nullptr,
            onPage(kAlt | Key::minus)},
    Command{CommandGroup::window,
            "usual-type",
            stated<say::commands::UsualType>,
            {kCtrl | Key::digit_0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return Change(&Preferences::type_percent, 100); },
            1,
            nullptr,
            onPage(kAlt | Key::digit_0)},
    Command{CommandGroup::window,
            "help",
            stated<say::commands::Help>,
            {Key::f1, kShift | Key::slash},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                const bool is_open = s.hands.open<HelpSheet>() != nullptr;
                return Change(&Hands::sheet, is_open ? OpenSheet() : HelpSheet{});
            }},
    Command{CommandGroup::window,
            "theme",
            stated<say::commands::Theme>,
            {kCtrl | Key::d},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::theme, s.preferences.theme == ThemeId::light
                                                       ? ThemeId::dark
                                                       : ThemeId::light);
            },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::d)},
    Command{CommandGroup::window,
            "settings",
            stated<say::commands::Settings>,
            {kCtrl | Key::comma},
            KeyUse::opens_menu,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::settings); }},
    Command{CommandGroup::window,
            "motion",
            stated<say::commands::Motion>,
            {kCtrl | Key::m},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::has_motion, !s.preferences.has_motion);
            }},
    Command{CommandGroup::window,
            "hide-what-is-to-come",
            stated<say::commands::HideWhatIsToCome>,
            {Key::k},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                return Change(&Preferences::hides_what_is_to_come,
                              !s.preferences.hides_what_is_to_come);
            }},
    Command{CommandGroup::window,
            "mask-truth",
            stated<say::commands::MaskTruth>,
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
            stated<say::commands::Queries>,
            {kCtrl | Key::r},
            KeyUse::always,
            always,
            [](const AppState& s) -> Action {
                Conventions conventions = s.preferences.conventions;
                conventions.rows_are_queries = !conventions.rows_are_queries;
                return Change(&Preferences::conventions, conventions);
            },
            1,
            nullptr,
            onPage(kAlt | Key::r)},
    Command{CommandGroup::window,
            "edit-panel",
            stated<say::commands::EditPanel>,
            {Key::f6},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return Change(&Hands::open_panel, s.hands.open_panel == SidePanel::edit
                                                      ? SidePanel::none
                                                      : SidePanel::edit);
            },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::e)},
    Command{CommandGroup::window,
            "meaning-panel",
            stated<say::commands::MeaningPanel>,
            {Key::f7},
            KeyUse::once,
            always,
            [](const AppState& s) -> Action {
                return Change(&Hands::open_panel, s.hands.open_panel == SidePanel::meaning
                                                      ? SidePanel::none
                                                      : SidePanel::meaning);
            },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::m)},
};

const std::array kModeCommands{
    Command{CommandGroup::window,
            "lab",
            stated<say::commands::GoToLab>,
            {kAlt | Key::digit_1},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::lab}; },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::digit_1)},
    Command{CommandGroup::window,
            "compare",
            stated<say::commands::GoToCompare>,
            {kAlt | Key::digit_2},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::compare}; },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::digit_2)},
    Command{CommandGroup::window,
            "leak",
            stated<say::commands::GoToLeak>,
            {kAlt | Key::digit_3},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::leak}; },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::digit_3)},
    Command{CommandGroup::window,
            "train",
            stated<say::commands::GoToTrain>,
            {kAlt | Key::digit_4},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::train}; },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::digit_4)},
    Command{CommandGroup::window,
            "generate",
            stated<say::commands::GoToGenerate>,
            {kAlt | Key::digit_5},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::generate}; },
            1,
            nullptr,
            onPage(kAlt | kShift | Key::digit_5)},
};

}  // namespace

std::span<const Command> modeCommands() { return kModeCommands; }

std::span<const Command> sharedCommands() { return kSharedCommands; }

}  // namespace lookback

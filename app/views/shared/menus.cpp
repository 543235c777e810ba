#include "app/views/shared/menus.h"

#include <array>

#include <fmt/format.h>

#include "app/look/motion.h"
#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/in_conventions.h"
#include "core/io/redraw.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/bars.h"
#include "messages/settings.h"

namespace lookback {
namespace {

/// Draws the switch that lets pictures carry the work.
void reopeningItem(const Scene& scene) {
    const bool is_on = scene.preferences().pictures_open_again;
    const std::string label =
        fmt::format("{}###pictures-open-again", scene.said(say::bars::PicturesOpenAgain{}));
    if (menuItem(scene.look, label, {.chosen = is_on, .stays = true})) {
        scene.emit(Change(&Preferences::pictures_open_again, !is_on));
    }
    tooltip(scene.look, scene.said(say::bars::PicturesOpenAgainTip{}));
    ImGui::Separator();
}

/// Draws the item that copies a link: to the page that the program runs in, else to the page that
/// is asked for.
void linkItem(const Scene& scene) {
    const std::string label = fmt::format("{}###copy-link", scene.said(say::bars::CopyLink{}));
    const std::string& page = scene.state.page;
    if (menuItem(scene.look, label, {})) {
        if (page.empty()) {
            scene.emit(Change(&Hands::sheet, LinkSheet{scene.preferences().page, {}}));
        } else {
            scene.emit(CopyLink{page});
        }
    }
    tooltip(scene.look, scene.said(say::bars::CopyLinkTip{}));
    ImGui::Separator();
}

void exportItems(const Scene& scene) {
    linkItem(scene);
    const bool is_experiment = info(scene.place().mode).subject == SubjectKind::experiment;
    const bool has_lesson = scene.state.lesson.step() != nullptr;
    bool was_picture = false;
    for (const ExportInfo& row : exports()) {
        const bool is_of_work = is_experiment ? row.of_experiment : row.of_document;
        if (!is_of_work && !(has_lesson && row.of_lesson)) continue;
        if (was_picture && !row.isPicture()) reopeningItem(scene);
        was_picture = row.isPicture();
        const std::string label = fmt::format("{}###export-{}", scene.said(row.label()), row.name);
        if (menuItem(scene.look, label, {.detail = row.ending})) {
            scene.emit(ShowFileSheet{FileTask{.kind = FileTask::Kind::export_as, .as = row.kind}});
        }
        tooltip(scene.look, scene.said(row.line()));
    }
}

/// A convention, and books or programs that follow it.
struct ConventionRow {
    std::string_view id;
    Message (*label)();
    Message (*detail)();
    Message (*tip)();
    bool is_usual;
};

constexpr std::array kTruths{ConventionRow{"true-allowed", stated<say::settings::TrueAllowed>,
                                           stated<say::settings::TrueAllowedUse>,
                                           stated<say::settings::TrueAllowedTip>, true},
                             ConventionRow{"true-blocked", stated<say::settings::TrueBlocked>,
                                           stated<say::settings::TrueBlockedUse>,
                                           stated<say::settings::TrueBlockedTip>, false}};
constexpr std::array kQueries{
    ConventionRow{"queries-rows", stated<say::settings::QueriesRows>,
                  stated<say::settings::QueriesRowsUse>, stated<say::settings::QueriesRowsTip>,
                  true},
    ConventionRow{"queries-columns", stated<say::settings::QueriesColumns>,
                  stated<say::settings::QueriesColumnsUse>,
                  stated<say::settings::QueriesColumnsTip>, false}};

/// Draws two conventions as choices. @param name of the command that changes the convention
void conventionItems(const Scene& scene, const Message& heading, std::string_view name,
                     const std::array<ConventionRow, 2>& rows, bool is_usual) {
    ImGui::Separator();
    menuHeading(scene.look, scene.said(withKey(heading, command(name), keyPlace(scene.state))));
    for (const ConventionRow& row : rows) {
        const bool is_chosen = row.is_usual == is_usual;
        const std::string label = fmt::format("{}###{}", scene.said(row.label()), row.id);
        const std::string detail = scene.said(row.detail());
        if (menuItem(scene.look, label, {.detail = detail, .chosen = is_chosen, .stays = true}) &&
            !is_chosen) {
            scene.emit(command(name).action(scene.state));
        }
        tooltip(scene.look, scene.said(row.tip()));
    }
}

/// Draws the languages of the window as choices, each by its own name.
void languageItems(const Scene& scene) {
    ImGui::Separator();
    menuHeading(scene.look, scene.said(say::settings::Language{}));
    for (const Language& language : kLanguages) {
        const bool is_chosen = scene.preferences().language == &language;
        const std::string label = fmt::format("{}###language-{}", language.name, language.id);
        if (menuItem(scene.look, label, {.chosen = is_chosen, .stays = true}) && !is_chosen) {
            scene.emit(Change(&Preferences::language, &language));
        }
    }
}

/// Draws the switch between the dialogs of the system and those of the program.
void dialogsItem(const Scene& scene) {
    const bool uses_system = scene.preferences().uses_system_dialogs;
    const std::string label =
        fmt::format("{}###system-dialogs", scene.said(say::settings::SystemDialogs{}));
    if (menuItem(scene.look, label, {.chosen = uses_system, .stays = true})) {
        scene.emit(Change(&Preferences::uses_system_dialogs, !uses_system));
    }
    tooltip(scene.look, scene.said(say::settings::SystemDialogsTip{}));
}

/// Draws the items of settings, which leave the menu open.
void settingsItems(const Scene& scene) {
    const Preferences& preferences = scene.preferences();
    const Wording wording = scene.wording();
    const auto toggle = [&](const Message& title, std::string_view name, bool on) {
        const Command& row = command(name);
        const std::string key = wording.written(firstKey(row, keyPlace(scene.state)));
        const std::string label = fmt::format("{}###setting-{}", wording.text(title), name);
        if (menuItem(scene.look, label, {.detail = key, .chosen = on, .stays = true})) {
            scene.emit(row.action(scene.state));
        }
    };
    toggle(say::settings::DarkTheme{}, "theme", preferences.theme == ThemeId::dark);
    toggle(say::settings::Motion{}, "motion", preferences.has_motion);
    toggle(say::settings::HideWhatIsToCome{}, "hide-what-is-to-come",
           preferences.hides_what_is_to_come);
    if (command("code").enabled(scene.state)) {
        toggle(say::settings::Code{}, "code", preferences.shows_code);
    }
    if (scene.state.page.empty()) dialogsItem(scene);
    languageItems(scene);
    const auto section = [&](const Message& now, std::initializer_list<const char*> names) {
        ImGui::Separator();
        menuHeading(scene.look, wording.text(now));
        for (const char* name : names) commandItem(scene, name, true);
    };
    section(say::settings::TypeSize{.percent = Count{preferences.type_percent}},
            {"larger", "smaller", "usual-type"});
    section(say::settings::Decimals{.n = preferences.decimals},
            {"more-decimals", "fewer-decimals"});
    const double speed = kPlaySpeeds[static_cast<std::size_t>(preferences.play_speed)];
    section(say::settings::Speed{.speed = Verbatim{formatShort(speed)}}, {"faster", "slower"});
    const Conventions& conventions = preferences.conventions;
    conventionItems(scene, say::settings::MaskTruth{}, "mask-truth", kTruths,
                    conventions.true_is_allowed);
    conventionItems(scene, say::settings::Queries{}, "queries", kQueries,
                    conventions.rows_are_queries);
}

}  // namespace

Rect maskedFigures(const Scene& scene) {
    Rect all{};
    for (const DrawnGrid& grid : scene.motion.drawn.grids) {
        if (!isOfPairs(grid.id)) continue;
        const auto rows = static_cast<float>(grid.rows);
        const auto cols = static_cast<float>(grid.cols);
        const ImVec2 size{rows * grid.row_step.x + cols * grid.col_step.x,
                          rows * grid.row_step.y + cols * grid.col_step.y};
        const Rect one = Rect::at({grid.origin.x, grid.origin.y}, size);
        all = all.width() > 0 ? Rect{ImMin(all.min, one.min), ImMax(all.max, one.max)} : one;
    }
    return all;
}

MenuSpec exportMenu(const Scene& scene) {
    const std::string title = scene.said(say::bars::Export{});
    return {.id = Menu::exports,
            .name = title,
            .title = title,
            .button = "##export",
            .tooltip = scene.said(
                withKey(say::bars::ExportTip{}, command("export"), keyPlace(scene.state))),
            .items = exportItems};
}

MenuSpec settingsMenu(const Scene& scene) {
    return {.id = Menu::settings,
            .name = scene.said(say::bars::Settings{}),
            .title = "\u2699",
            .button = "##settings",
            .tooltip = scene.said(
                withKey(say::bars::SettingsTip{}, command("settings"), keyPlace(scene.state))),
            .items = settingsItems};
}

void drawMenu(const Scene& scene, const MenuSpec& spec, const Rect& anchor, bool opens) {
    const bool by_key = scene.hands.wanted_menu == spec.id;
    if (by_key) scene.hands.wanted_menu = Menu::none;
    if (!spec.locked.empty()) return;
    if (opens || by_key) ImGui::OpenPopup(spec.button.c_str());
    Rect below = anchor.fromX(spec.is_at_edge ? 0 : anchor.min.x);
    if (spec.is_at_foot) below.max.y = ImGui::GetIO().DisplaySize.y;
    const Rect subject = spec.is_at_edge ? maskedFigures(scene) : Rect{};
    if (!beginMenu(scene.look, spec.button.c_str(), below, by_key, subject)) return;
    spec.items(scene);
    endMenu();
}

void commandItem(const Scene& scene, std::string_view name, bool stays) {
    const Command& row = command(name);
    const Wording wording = scene.wording();
    const KeyChord first = keysOf(row, keyPlace(scene.state))[0];
    const std::string key = first.key == Key::none ? "" : wording.written(keyName(first));
    const std::string label = fmt::format("{}###command-{}", wording.text(row.label()), row.name);
    if (menuItem(scene.look, label,
                 {.detail = key, .enabled = row.enabled(scene.state), .stays = stays})) {
        scene.emit(row.action(scene.state));
    }
}

}  // namespace lookback

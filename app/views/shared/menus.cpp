#include "app/views/shared/menus.h"

#include <array>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/io/path.h"
#include "core/io/redraw.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr std::size_t kMostTitle = 40;  ///< characters

bool isOnScreen(const RecentDocument& recent, const AppState& state) {
    if (!recent.isDraft()) return recent.file == fileOnScreen(state);
    return recent.id == state.origin().draft || recent.id == state.experiment_work.origin().draft;
}

void recentItem(const Scene& scene, const RecentDocument& recent) {
    const std::string title = recent.title.empty() ? "Untitled" : recent.title;
    const std::string label =
        fmt::format("{}##{}{}", shortenedTo(title, kMostTitle), recent.id, recent.file);
    const std::string kind =
        recent.isDraft() ? "unsaved" : shortenedTo(lastName(recent.file), kMostTitle);
    if (menuItem(scene.look, label, {.detail = fmt::format("{}, {}", kind, recent.when)})) {
        if (recent.isDraft()) {
            scene.emit(OpenDraft{recent.id});
        } else {
            scene.emit(OpenFile{recent.file});
        }
    }
    tooltip(scene.look, recent.isDraft() ? "Kept because it was in no file: it comes with its undo."
                                         : recent.file);
}

void exportItems(const Scene& scene) {
    const bool is_experiment = info(scene.place().mode).subject == SubjectKind::experiment;
    for (const ExportInfo& row : kExports) {
        if (is_experiment ? !row.of_experiment : !row.of_document) continue;
        if (menuItem(scene.look, row.label, {.detail = row.ending})) {
            scene.emit(ShowFileSheet{FileTask{.kind = FileTask::Kind::export_as, .as = row.kind}});
        }
        tooltip(scene.look, asSentence(row.line));
    }
}

/// A convention, and books or programs that follow it.
struct ConventionRow {
    const char* label;
    std::string_view detail;
    std::string_view tip;
    bool is_usual;
};

constexpr std::array kTruths{
    ConventionRow{"Allowed", "scaled_dot_product_attention",
                  "As in PyTorch's scaled_dot_product_attention: true takes part.", true},
    ConventionRow{"Blocked", "MultiheadAttention",
                  "As in PyTorch's MultiheadAttention and masked_fill: true is taken out.", false}};
constexpr std::array kQueries{
    ConventionRow{"Rows", "PyTorch, most papers", "A row asks, a column is asked.", true},
    ConventionRow{"Columns", "3Blue1Brown", "A column asks, a row is asked.", false}};

/// Draws two conventions as choices. @param name of the command that changes the convention
void conventionItems(const Scene& scene, std::string_view heading, std::string_view name,
                     const std::array<ConventionRow, 2>& rows, bool is_usual) {
    ImGui::Separator();
    menuHeading(scene.look, fmt::format("{} ({})", heading, keyName(command(name).keys[0])));
    for (const ConventionRow& row : rows) {
        const bool is_chosen = row.is_usual == is_usual;
        if (menuItem(scene.look, row.label,
                     {.detail = row.detail, .chosen = is_chosen, .stays = true}) &&
            !is_chosen) {
            scene.emit(command(name).action(scene.state));
        }
        tooltip(scene.look, row.tip);
    }
}

/// Draws the items of settings, which leave the menu open.
void settingsItems(const Scene& scene) {
    const Preferences& preferences = scene.preferences();
    const auto toggle = [&](const char* label, std::string_view name, bool on) {
        const Command& row = command(name);
        const std::string key = keyName(row.keys[0]);
        if (menuItem(scene.look, label, {.detail = key, .chosen = on, .stays = true})) {
            scene.emit(row.action(scene.state));
        }
    };
    toggle("Dark theme", "theme", preferences.theme == ThemeId::dark);
    toggle("Motion", "motion", preferences.has_motion);
    const auto section = [&](const std::string& now, std::initializer_list<const char*> names) {
        ImGui::Separator();
        menuHeading(scene.look, now);
        for (const char* name : names) commandItem(scene, name, true);
    };
    section(fmt::format("Type size {}%", preferences.type_percent),
            {"larger", "smaller", "usual-type"});
    section(fmt::format("{} decimals", preferences.decimals), {"more-decimals", "fewer-decimals"});
    const double speed = kPlaySpeeds[static_cast<std::size_t>(preferences.play_speed)];
    section(fmt::format("Play at {} \u00d7", speed), {"faster", "slower"});
    const Conventions& conventions = preferences.conventions;
    conventionItems(scene, "In masks, true is", "mask-truth", kTruths, conventions.true_is_allowed);
    conventionItems(scene, "In attention, queries are", "queries", kQueries,
                    conventions.rows_are_queries);
}

}  // namespace

std::string menuTooltip(std::string_view what, std::string_view name) {
    return fmt::format("{} ({})", what, keyName(command(name).keys[0]));
}

void recentMenu(const Scene& scene) {
    if (ImGui::IsWindowAppearing()) scene.emit(LookForRecents{});
    std::vector<const RecentDocument*> others;
    for (const RecentDocument& recent : scene.state.recents) {
        if (!isOnScreen(recent, scene.state)) others.push_back(&recent);
    }
    if (others.empty() || !beginSubmenu(scene.look, "Recent###recent")) return;
    for (const RecentDocument* recent : others) recentItem(scene, *recent);
    endSubmenu(scene.look);
}

MenuSpec exportMenu() {
    return {.id = Menu::exports,
            .name = "Export",
            .title = "Export",
            .usual = {"Export"},
            .button = "##export",
            .tooltip = menuTooltip("Write a picture or the numbers", "export"),
            .items = exportItems};
}

MenuSpec settingsMenu() {
    return {.id = Menu::settings,
            .name = "Settings",
            .title = "\u2699",
            .usual = {"\u2699"},
            .button = "##settings",
            .tooltip = menuTooltip("Theme, type, motion, conventions", "settings"),
            .items = settingsItems};
}

void drawMenu(const Scene& scene, const MenuSpec& spec, const Rect& anchor, bool opens) {
    const bool by_key = scene.hands.wanted_menu == spec.id;
    if (by_key) scene.hands.wanted_menu = Menu::none;
    if (opens || by_key) ImGui::OpenPopup(spec.button.c_str());
    const Rect below = anchor.fromX(spec.is_at_edge ? 0 : anchor.min.x);
    if (!beginMenu(scene.look, spec.button.c_str(), below, by_key)) return;
    spec.items(scene);
    endMenu();
}

void commandItem(const Scene& scene, std::string_view name, bool stays) {
    const Command& row = command(name);
    const std::string key = keyName(row.keys[0]);
    const std::string label =
        fmt::format("{}###command-{}", scene.wording().text(row.label()), row.name);
    if (menuItem(scene.look, label,
                 {.detail = key, .enabled = row.enabled(scene.state), .stays = stays})) {
        scene.emit(row.action(scene.state));
    }
}

}  // namespace lookback

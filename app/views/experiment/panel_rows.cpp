#include "app/views/experiment/panel_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/formula.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "messages/experiment.h"

namespace lookback {
namespace {

constexpr double kLargestExactWhole = 1e15;  ///< a double holds every whole number up to it

constexpr float kPanelRowsLabel = 112;
constexpr float kPanelRowsField = 70;
constexpr float kBesideSlider = 64;
constexpr float kWideSlider = 20;  ///< height
constexpr float kTextSide = 7;     ///< pixels on both sides of the text of a field
constexpr float kTriangle = 18;
constexpr float kRowsInMenu = 420;  ///< width of a menu

}  // namespace

ExperimentField wholeField(const Wording& wording, const char* id, Index value,
                           const Message& tooltip, std::function<void(Experiment&, Index)> set) {
    return {.id = id,
            .shown = fmt::format("{}", value),
            .tooltip = wording.text(tooltip),
            .put = [set = std::move(set), wording](Experiment& next, const std::string& typed) {
                const Result<double> number = parseExpression(typed);
                const bool is_whole = number && *number == std::floor(*number) &&
                                      std::abs(*number) <= kLargestExactWhole;
                if (!is_whole) return wording.text(say::experiment::WholeExpected{});
                set(next, static_cast<Index>(*number));
                return std::string();
            }};
}

ExperimentField realField(const Wording& wording, const char* id, double value,
                          const Message& tooltip, std::function<void(Experiment&, double)> set) {
    return {.id = id,
            .shown = shortestDigits(value, ScalarKind::float64),
            .tooltip = wording.text(tooltip),
            .put = [set = std::move(set), wording](Experiment& next, const std::string& typed) {
                const Result<double> number = parseExpression(typed);
                if (!number) return wording.text(number.error().message);
                set(next, *number);
                return std::string();
            }};
}

std::string experimentFault(const Wording& wording, Experiment wished) {
    const bool is_long = wished.text.size() > kMostEdited;
    if (is_long) wished.text.resize(kMostEdited);
    for (const Error& fault : faults(wished)) {
        if (!is_long || fault.where != "text") return wording.text(faultSentence(fault));
    }
    return "";
}

std::string typedFault(const Wording& wording, const Experiment& now, const ExperimentField& field,
                       const std::string& typed) {
    Experiment next = now;
    std::string fault = field.put(next, typed);
    return fault.empty() ? experimentFault(wording, std::move(next)) : fault;
}

void rowsInMenu(const Scene& scene, void (*rows)(PanelRows&)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::min(scene.look.px(kRowsInMenu), menuWidth(scene.look));
    PanelRows column(scene, Rect::at(at, {width, 0}));
    rows(column);
    const float end = column.take(0).max.y;
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, end - at.y});
}

PanelRows::PanelRows(const Scene& scene, const Rect& region)
    : PanelColumn(scene, region, scene.look.px(scene.compact ? 14 : 18),
                  scene.look.px(scene.compact ? 8 : 6)),
      now_(scene.state.experiment_work.history.current().experiment) {}

void PanelRows::heading(const Message& words, const std::vector<std::string>& beside) {
    y_ += look().px(scene_.compact ? 4 : 12);
    const Color color = look().colors().soft;
    panelHeading(painter_, at(), said(words), color);
    ImFont* const font = look().fonts.caption;
    const float room = width() - painter_.width(font, said(words)) - look().px(8);
    const auto fits = std::find_if(beside.begin(), beside.end(), [&](const std::string& text) {
        return painter_.width(font, text) <= room;
    });
    if (fits != beside.end()) {
        painter_.text(font, color, band(font->FontSize), *fits, Align::right);
    }
    y_ += look().px(scene_.compact ? 18 : 22);
}

Rect PanelRows::row(const Message& label) {
    const Rect line = take(rowHeight(), look().px(scene_.compact ? 2 : 4));
    const float end = left_ + look().px(kPanelRowsLabel);
    const std::string words = said(label);
    const Fonts& f = look().fonts;
    const Rect room = line.untilX(end - look().px(2));
    ImFont* const font = painter_.fittingFont({f.text, f.small_text}, room.width(), words);
    painter_.text(font, look().colors().soft, room, words);
    return line.fromX(end);
}

bool PanelRows::section(const Message& name, const char* id) {
    bool& is_open = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(id));
    const Rect line = take(look().px(20), look().px(scene_.compact ? 2 : 4));
    ImFont* const font = look().fonts.small_text;
    const float x = line.min.x + look().px(kTriangle);
    ImGui::SetCursorScreenPos(line.min);
    const std::string words = said(name);
    const float wide = x + painter_.width(font, words) - line.min.x;
    if (ImGui::InvisibleButton(id, {wide, line.height()})) is_open = !is_open;
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const Color ink = is_hovered ? look().colors().ink : look().colors().soft;
    painter_.text(font, ink, line, is_open ? "\u25BE" : "\u25B8");
    painter_.text(font, ink, line.fromX(x), words);
    return is_open;
}

float PanelRows::field(const Rect& room, const ExperimentField& field) {
    const Look& look = scene_.look;
    const float sides = 2 * look.px(kTextSide);
    const float needed = painter_.width(look.fonts.mono, field.shown) + sides;
    ImFont* const font = needed <= room.width() ? look.fonts.mono : look.fonts.mono_small;
    const float wide = std::max(look.px(kPanelRowsField), needed);
    const Rect box = room.untilX(std::min(room.max.x, room.min.x + wide));
    std::string typed = field.shown;
    const MenuField shown{.label = field.id,
                          .font = font,
                          .tooltip = field.tooltip,
                          .fault = [&](const std::string& text) {
                              return typedFault(wording(), now(), field, text);
                          }};
    if (menuField(look, box, shown, typed)) {
        edit([&](Experiment& next) { field.put(next, typed); });
    }
    return box.max.x;
}

void PanelRows::slider(const Message& label, const ExperimentSlider& shown,
                       const ExperimentField& beside) {
    const Rect room = row(label);
    const float x = room.max.x - look().px(kBesideSlider);
    drawSlider(room.untilX(x - look().px(6)), shown);
    field(room.fromX(x), beside);
}

void PanelRows::wideSlider(const Message& label, const ExperimentSlider& shown,
                           const ExperimentField& beside) {
    field(label, beside);
    drawSlider(take(look().px(kWideSlider), look().px(scene_.compact ? 1 : 6)), shown);
}

void PanelRows::drawSlider(const Rect& box, const ExperimentSlider& shown) {
    const std::string tip = said(shown.tooltip);
    follow(lookback::slider(painter_, box,
                            {.label = shown.id,
                             .value = shown.value,
                             .least = shown.least,
                             .most = shown.most,
                             .step = shown.step,
                             .tooltip = tip,
                             .mark = shown.mark}),
           shown.set);
}

bool PanelRows::menuButton(const Rect& room, std::string_view title, const char* id,
                           const Message& tooltip) {
    const std::string tip = said(tooltip);
    const ButtonOptions options{.tooltip = tip, .menu = true};
    const float wide = std::min(buttonWidth(painter_, title, options), room.width());
    const Rect box = room.left(wide);
    if (button(painter_, box, std::string(title).append(id).c_str(), options)) ImGui::OpenPopup(id);
    return beginMenu(look(), id, box, false);
}

std::optional<std::size_t> PanelRows::choose(const Rect& room, const ExperimentMenu& menu) {
    std::optional<std::size_t> chosen;
    if (!menuButton(room, shownPart(menu.names[menu.chosen]), menu.id, menu.tooltip)) return chosen;
    for (std::size_t k = 0; k < menu.names.size(); ++k) {
        if (menuItem(look(), menu.names[k], {.chosen = k == menu.chosen})) chosen = k;
    }
    endMenu();
    return chosen;
}

void drawExperimentPanel(const Scene& scene, const Rect& region) {
    PanelRows rows(scene, region);
    const bool is_locked = scene.state.lesson.locks(DocumentPart::experiment);
    if (is_locked) {
        rows.hint(rows.said(lockedSentence(scene.state, DocumentPart::experiment)));
    }
    ImGui::BeginDisabled(is_locked);
    textRows(rows);
    modelRows(rows);
    trainingRows(rows);
    twinRows(rows);
    ImGui::EndDisabled();
    rows.end();
}

}  // namespace lookback

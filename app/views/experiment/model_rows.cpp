#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/views/edit/model_menu.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/experiment/panel_rows.h"
#include "app/widgets/fields.h"
#include "app/widgets/menu.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/language/experiment.h"
#include "messages/experiment.h"

namespace lookback {
namespace {

constexpr std::array kTypes{DType::float32, DType::float64};
constexpr double kUsualCap = 50;  ///< of Gemma 2

/// Returns the index of a value in the list behind a menu.
template <class List, class Value>
std::size_t indexIn(const List& list, Value value) {
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), value) - list.begin());
}

void heads(PanelRows& rows) {
    const ModelShape& model = rows.now().model;
    const Rect room = rows.row(say::experiment::Heads{});
    const float end = rows.field(
        room, wholeField(rows.wording(), "##heads", model.heads, say::experiment::HeadsTip{},
                         [](Experiment& next, Index heads) { setHeads(next.model, heads); }));
    const Message widths = model.d_k == model.d_v
                               ? Message(say::experiment::HeadWidth{.d_k = Count{model.d_k}})
                               : Message(say::experiment::HeadWidths{.d_k = Count{model.d_k},
                                                                     .d_v = Count{model.d_v}});
    const std::string note = rows.said(widths);
    const Look& look = rows.look();
    const float x = end + look.px(8);
    if (x + rows.painter().width(look.fonts.small_text, note) > room.max.x) return;
    rows.painter().text(look.fonts.small_text, look.colors().soft, room.fromX(x), note);
}

Message positionTitle(const PositionInfo& position) {
    using Title = say::experiment::PositionKind;
    if (!position.is_added) return Title{.kind = Title::Kind::none};
    return Title{.kind = position.has_table ? Title::Kind::other : Title::Kind::sinusoidal};
}

void positions(PanelRows& rows) {
    std::vector<PositionKind> kinds;
    std::vector<std::string> names;
    for (const PositionInfo& row : kPositionKinds) {
        if (row.kind != PositionKind::none && !row.is_added) continue;
        kinds.push_back(row.kind);
        names.push_back(rows.labelled(positionTitle(row), row.name));
    }
    const auto chosen = rows.choose(rows.row(say::experiment::Positions{}),
                                    {.id = "###positions",
                                     .names = names,
                                     .chosen = indexIn(kinds, rows.now().model.positions),
                                     .tooltip = say::experiment::PositionsTip{}});
    if (chosen) {
        rows.edit([&](Experiment& next) { next.model.positions = kinds[*chosen]; });
    }
}

std::string scaleTitle(const PanelRows& rows, const Scale& scale) {
    const std::string by = symbolOfDivisor(scale);
    return by.empty() ? rows.said(say::experiment::Nothing{}) : by;
}

void scale(PanelRows& rows) {
    const ModelShape& model = rows.now().model;
    if (!rows.menuButton(rows.row(say::experiment::Divisor{}), scaleTitle(rows, model.scale),
                         "###scale", say::experiment::DivisorTip{})) {
        return;
    }
    const auto divisor_of = [&](const Scale& scale) {
        Document document = attentionDocument(model, {}, rows.now().dtype, 1);
        document.scale = scale;
        return divisor(document);
    };
    const auto set = [](Experiment& next, const Scale& scale) { next.model.scale = scale; };
    for (const auto& [kind, id] : {std::pair{Scale::Kind::sqrt_dk, "###scale-sqrt_dk"},
                                   std::pair{Scale::Kind::dk, "###scale-dk"},
                                   std::pair{Scale::Kind::none, "###scale-none"}}) {
        const Scale choice{kind};
        if (menuItem(rows.look(), scaleTitle(rows, choice) + id,
                     {.detail = formatOperand(divisor_of(choice), 4),
                      .chosen = model.scale.kind == kind})) {
            rows.edit([&](Experiment& next) { set(next, choice); });
        }
    }
    ImGui::Separator();
    const double now = divisor_of(model.scale);
    const auto typed =
        numberField(rows.look(), rows.labelled(say::experiment::AnotherNumber{}, "divisor"), now);
    if (typed) rows.edit([&](Experiment& next) { set(next, {Scale::Kind::number, *typed}); });
    rows.follow(scaleSlider(rows.scene(), now), [&](Experiment& next, double number) {
        set(next, {Scale::Kind::number, number});
    });
    endMenu();
}

void softcap(PanelRows& rows) {
    const std::optional<double> now = rows.now().model.softcap;
    const std::string title = now ? formatShort(*now) : rows.said(say::experiment::Nothing{});
    if (!rows.menuButton(rows.row(say::experiment::Cap{}), title, "###softcap",
                         say::experiment::CapTip{})) {
        return;
    }
    const auto set = [&](std::optional<double> cap) {
        rows.edit([&](Experiment& next) { next.model.softcap = cap; });
    };
    if (menuItem(rows.look(), rows.labelled(say::experiment::Nothing{}, "cap-none"),
                 {.chosen = !now}))
        set(std::nullopt);
    if (menuItem(rows.look(), rows.labelled(say::experiment::CapUsual{}, "cap-usual"),
                 {.chosen = now == kUsualCap})) {
        set(kUsualCap);
    }
    ImGui::Separator();
    const auto typed =
        numberField(rows.look(), rows.labelled(say::experiment::AnotherNumber{}, "cap-number"),
                    now.value_or(kUsualCap));
    if (typed) set(*typed);
    endMenu();
}

void rareModelRows(PanelRows& rows) {
    const ModelShape& model = rows.now().model;
    const Wording wording = rows.wording();
    rows.field(say::experiment::DK{},
               wholeField(wording, "##d_k", model.d_k, say::experiment::DKTip{},
                          [](Experiment& next, Index d_k) { next.model.d_k = d_k; }));
    rows.field(say::experiment::DV{},
               wholeField(wording, "##d_v", model.d_v, say::experiment::DVTip{},
                          [](Experiment& next, Index d_v) { next.model.d_v = d_v; }));
    scale(rows);
    softcap(rows);
    using ResidualIs = say::experiment::ResidualIs;
    const auto residual =
        rows.choose(rows.row(say::experiment::Residual{}),
                    {.id = "###residual",
                     .names = {rows.labelled(ResidualIs{.is = ResidualIs::Is::other}, "left-out"),
                               rows.labelled(ResidualIs{.is = ResidualIs::Is::added}, "added")},
                     .chosen = model.residual ? 1U : 0U,
                     .tooltip = say::experiment::ResidualTip{}});
    if (residual) rows.edit([&](Experiment& next) { next.model.residual = *residual == 1; });
    std::vector<std::string> names;
    for (const DType type : kTypes) names.emplace_back(info(type).name);
    const auto type = rows.choose(rows.row(say::experiment::Precision{}),
                                  {.id = "###dtype",
                                   .names = std::move(names),
                                   .chosen = indexIn(kTypes, rows.now().dtype),
                                   .tooltip = say::experiment::PrecisionTip{}});
    if (type) rows.edit([&](Experiment& next) { next.dtype = kTypes[*type]; });
}

}  // namespace

MenuSpec shapeMenu(const Scene& scene) {
    const std::string title = scene.said(say::experiment::ShapeMenu{});
    return {.id = Menu::model,
            .name = title,
            .title = title,
            .button = "##shape",
            .tooltip = scene.said(withKey(say::experiment::ShapeMenuTip{}, command("train-shape"),
                                          keyPlace(scene.state))),
            .items = [](const Scene& inside) { rowsInMenu(inside, modelRows); },
            .is_at_foot = true};
}

void modelRows(PanelRows& rows) {
    rows.heading(say::experiment::ModelHeading{});
    rows.field(say::experiment::Width{},
               wholeField(rows.wording(), "##d_model", rows.now().model.d_model,
                          say::experiment::WidthTip{},
                          [](Experiment& next, Index width) { setWidth(next.model, width); }));
    heads(rows);
    positions(rows);
    if (rows.section(say::experiment::MoreModel{}, "more-model")) rareModelRows(rows);
}

}  // namespace lookback

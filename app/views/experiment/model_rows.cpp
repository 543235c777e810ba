#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/views/edit/document_menu.h"
#include "app/views/experiment/panel_rows.h"
#include "app/widgets/fields.h"
#include "app/widgets/menu.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/language/experiment.h"

namespace lookback {
namespace {

constexpr std::array kTypes{DType::float32, DType::float64};
constexpr std::array kResidual{"left out", "added"};
constexpr double kUsualCap = 50;  ///< of Gemma 2

/// Returns the index of a value in the list behind a menu.
template <class List, class Value>
std::size_t indexIn(const List& list, Value value) {
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), value) - list.begin());
}

void heads(PanelRows& rows) {
    const ModelShape& model = rows.now().model;
    const Rect room = rows.row("heads");
    const float end = rows.field(
        room, wholeField("##heads", model.heads, "Type another number: both trainings run anew.",
                         [](Experiment& next, Index heads) { setHeads(next.model, heads); }));
    const std::string note = model.d_k == model.d_v
                                 ? fmt::format("d_k = {} each", model.d_k)
                                 : fmt::format("d_k = {}, d_v = {}", model.d_k, model.d_v);
    const Look& look = rows.look();
    const float x = end + look.px(8);
    if (x + rows.painter().width(look.fonts.small_text, note) > room.max.x) return;
    rows.painter().text(look.fonts.small_text, look.colors().soft, room.fromX(x), note);
}

void positions(PanelRows& rows) {
    std::vector<PositionKind> kinds;
    std::vector<const char*> names;
    for (const PositionInfo& row : kPositionKinds) {
        if (row.kind != PositionKind::none && !row.is_added) continue;
        kinds.push_back(row.kind);
        names.push_back(row.name.data());
    }
    const auto chosen = rows.choose(rows.row("positions"),
                                    {.id = "##positions",
                                     .names = names,
                                     .chosen = indexIn(kinds, rows.now().model.positions),
                                     .tooltip = "How the model is told where a unit stands."});
    if (chosen) {
        rows.edit([&](Experiment& next) { next.model.positions = kinds[*chosen]; });
    }
}

std::string scaleTitle(const Scale& scale) {
    switch (scale.kind) {
        case Scale::Kind::sqrt_dk: return "\u221ad_k";
        case Scale::Kind::dk: return "d_k";
        case Scale::Kind::none: return "nothing";
        case Scale::Kind::number: break;
    }
    return formatShort(scale.number);
}

void scale(PanelRows& rows) {
    const ModelShape& model = rows.now().model;
    if (!rows.menuButton(rows.row("divided by"), scaleTitle(model.scale), "##scale",
                         "What the scores are divided by.")) {
        return;
    }
    const auto divisor_of = [&](const Scale& scale) {
        Document document = attentionDocument(model, {}, rows.now().dtype, 1);
        document.scale = scale;
        return divisor(document);
    };
    const auto set = [](Experiment& next, const Scale& scale) { next.model.scale = scale; };
    for (const Scale::Kind kind : {Scale::Kind::sqrt_dk, Scale::Kind::dk, Scale::Kind::none}) {
        const Scale choice{kind};
        if (menuItem(rows.look(), scaleTitle(choice),
                     {.detail = formatNumber(divisor_of(choice), 4),
                      .chosen = model.scale.kind == kind})) {
            rows.edit([&](Experiment& next) { set(next, choice); });
        }
    }
    ImGui::Separator();
    const double now = divisor_of(model.scale);
    const auto typed = numberField(rows.look(), "by a number", now);
    if (typed) rows.edit([&](Experiment& next) { set(next, {Scale::Kind::number, *typed}); });
    rows.follow(scaleSlider(rows.look(), now), [&](Experiment& next, double number) {
        set(next, {Scale::Kind::number, number});
    });
    endMenu();
}

void softcap(PanelRows& rows) {
    const std::optional<double> now = rows.now().model.softcap;
    if (!rows.menuButton(rows.row("capped at"), now ? formatShort(*now) : "nothing", "##softcap",
                         "The scores become c \u00b7 tanh(score / c).")) {
        return;
    }
    const auto set = [&](std::optional<double> cap) {
        rows.edit([&](Experiment& next) { next.model.softcap = cap; });
    };
    if (menuItem(rows.look(), "nothing", {.chosen = !now})) set(std::nullopt);
    if (menuItem(rows.look(), "50, as Gemma 2 has it", {.chosen = now == kUsualCap})) {
        set(kUsualCap);
    }
    ImGui::Separator();
    const auto typed = numberField(rows.look(), "at a number", now.value_or(kUsualCap));
    if (typed) set(*typed);
    endMenu();
}

void rareModelRows(PanelRows& rows) {
    const ModelShape& model = rows.now().model;
    rows.field("d_k", wholeField("##d_k", model.d_k, "The width of a head's queries and keys.",
                                 [](Experiment& next, Index d_k) { next.model.d_k = d_k; }));
    rows.field("d_v", wholeField("##d_v", model.d_v, "The width of a head's values.",
                                 [](Experiment& next, Index d_v) { next.model.d_v = d_v; }));
    scale(rows);
    softcap(rows);
    const auto residual =
        rows.choose(rows.row("residual"),
                    {.id = "##residual",
                     .names = kResidual,
                     .chosen = model.residual ? 1U : 0U,
                     .tooltip = "Whether what enters the attention is added to what leaves it."});
    if (residual) rows.edit([&](Experiment& next) { next.model.residual = *residual == 1; });
    std::array<const char*, kTypes.size()> names{};
    for (std::size_t k = 0; k < names.size(); ++k) names[k] = info(kTypes[k]).name.data();
    const auto type =
        rows.choose(rows.row("precision"), {.id = "##dtype",
                                            .names = names,
                                            .chosen = indexIn(kTypes, rows.now().dtype),
                                            .tooltip = "What all numbers are computed in."});
    if (type) rows.edit([&](Experiment& next) { next.dtype = kTypes[*type]; });
}

}  // namespace

void modelRows(PanelRows& rows) {
    rows.heading("MODEL");
    rows.field("width d_model",
               wholeField("##d_model", rows.now().model.d_model,
                          "Type another number: both trainings run anew.",
                          [](Experiment& next, Index width) { setWidth(next.model, width); }));
    heads(rows);
    positions(rows);
    if (rows.section("more of the model")) rareModelRows(rows);
}

}  // namespace lookback

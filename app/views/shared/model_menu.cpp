#include "app/views/shared/model_menu.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/model.h"
#include "core/positions/encodings.h"

namespace lookback {
namespace {

constexpr std::size_t kMostHeadCounts = 16;

bool fitsTogether(const Document& document) { return faults(document).empty(); }

/// A number to type; `take` gets it when it is a finite one.
template <class Take>
void numberField(const Scene& scene, const char* label, double value, Take take) {
    ImGui::SetNextItemWidth(scene.look.px(130));
    ImGui::InputDouble(label, &value, 0, 0, "%g");
    if (ImGui::IsItemDeactivatedAfterEdit() && std::isfinite(value)) take(value);
}

void headItems(const Scene& scene) {
    const Document& document = scene.document();
    std::vector<Index> counts = headCounts(document);
    if (counts.size() > kMostHeadCounts) counts.resize(kMostHeadCounts);
    for (const Index count : counts) {
        Document tried = document;
        setHeads(tried, count);
        const std::string label = fmt::format("{} {}##heads", count, count == 1 ? "head" : "heads");
        const std::string width = fmt::format("d_k = {}", tried.dK());
        if (ImGui::MenuItem(label.c_str(), width.c_str(), count == document.heads,
                            fitsTogether(tried))) {
            scene.emit(SetHeads{count});
        }
    }
}

void positionItems(const Scene& scene) {
    const Document& document = scene.document();
    for (const PositionRow* row : kPositionRows) {
        Document tried = document;
        setPositions(tried, row->kind);
        if (ImGui::MenuItem(std::string(row->words.label).c_str(), nullptr,
                            row->kind == document.positions.kind, fitsTogether(tried))) {
            scene.emit(SetPositionKind{row->kind});
        }
        tooltip(scene.look, row->words.line);
    }
    const Positions& now = document.positions;
    if (info(now.kind).has_base) {
        ImGui::Separator();
        numberField(scene, "base", now.base,
                    [&](double base) { scene.emit(SetPositionBase{base}); });
    }
    if (!info(now.kind).has_slopes) return;
    ImGui::Separator();
    std::vector<double> slopes = slopesOf(document);
    for (std::size_t head = 0; head < slopes.size(); ++head) {
        numberField(scene, fmt::format("slope of head {}", head + 1).c_str(), slopes[head],
                    [&](double slope) {
                        slopes[head] = slope;
                        scene.emit(SetSlopes{slopes});
                    });
    }
    if (!now.slopes.empty() && ImGui::MenuItem("Slopes of the paper")) scene.emit(SetSlopes{});
}

void scaleItems(const Scene& scene) {
    const Document& document = scene.document();
    struct Choice {
        Scale::Kind kind;
        const char* label;
    };
    constexpr std::array kChoices{Choice{Scale::Kind::sqrt_dk, "\u221ad_k"},
                                  Choice{Scale::Kind::dk, "d_k"},
                                  Choice{Scale::Kind::none, "not at all"}};
    for (const Choice& choice : kChoices) {
        Document tried = document;
        tried.scale = {choice.kind};
        if (ImGui::MenuItem(choice.label, formatNumber(divisor(tried), 4).c_str(),
                            document.scale.kind == choice.kind)) {
            scene.emit(SetScale{{choice.kind}});
        }
    }
    ImGui::Separator();
    numberField(scene, "by a number", divisor(document), [&](double number) {
        scene.emit(SetScale{{Scale::Kind::number, number}});
    });
}

void precisionItems(const Scene& scene) {
    const Document& document = scene.document();
    for (const DTypeInfo& type : kDTypes) {
        Document tried = document;
        tried.dtype = type.dtype;
        const std::vector<Error> found = faults(tried);
        if (ImGui::MenuItem(std::string(type.name).c_str(), nullptr, type.dtype == document.dtype,
                            found.empty())) {
            scene.emit(SetDType{type.dtype});
        }
        if (!found.empty()) {
            tooltip(scene.look, found.front().where + " " + found.front().message);
        }
    }
}

}  // namespace

std::string modelTitle(const Scene& scene) {
    const Index heads = scene.document().heads;
    return heads == 1 ? "1 head" : fmt::format("Head {} of {}", scene.place().head + 1, heads);
}

void modelMenuItems(const Scene& scene) {
    const Document& document = scene.document();
    if (document.heads > 1) {
        for (Index head = 0; head < document.heads; ++head) {
            if (ImGui::MenuItem(fmt::format("Head {}", head + 1).c_str(), nullptr,
                                head == scene.place().head)) {
                scene.emit(SetHead{head});
            }
        }
        ImGui::Separator();
    }
    const auto submenu = [&](const std::string& label, void (*items)(const Scene&)) {
        if (!ImGui::BeginMenu(label.c_str())) return;
        items(scene);
        ImGui::EndMenu();
    };
    submenu(fmt::format("Heads: {}###heads", document.heads), headItems);
    submenu(fmt::format("Positions: {}###positions", rowOf(document.positions.kind).words.label),
            positionItems);
    submenu(fmt::format("Scores divided by {}###scale", formatNumber(divisor(document), 4)),
            scaleItems);
    submenu(fmt::format("Precision: {}###dtype", info(document.dtype).name), precisionItems);
    if (ImGui::MenuItem("Output projection W_o", nullptr, document.weights.output.has_value())) {
        scene.emit(SetOutput{!document.weights.output.has_value()});
    }
    tooltip(scene.look, "A matrix behind the context; a new one is the identity");
}

}  // namespace lookback

#include "app/views/shared/mask_menu.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/widgets/menu.h"
#include "app/widgets/number_field.h"
#include "app/widgets/tooltip.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

std::string titleOf(const MaskRule& rule) {
    const MaskInfo& kind = info(rule.kind);
    if (kind.parameter != MaskParameter::number) return std::string(kind.label);
    return fmt::format("{} {}", kind.label, rule.number);
}

void numberItem(const Scene& scene, std::size_t at) {
    std::vector<MaskRule> rules = scene.document().mask.rules;
    const MaskInfo& kind = info(rules[at].kind);
    if (kind.parameter != MaskParameter::number) return;
    const auto number =
        stepper(scene.look, kind.field, rules[at].number, kind.smallest, kMaxTokens);
    if (!number) return;
    rules[at].number = *number;
    scene.emit(SetMaskRules{rules});
}

}  // namespace

std::string maskTitle(const Document& document) {
    std::string title;
    for (const MaskRule& rule : document.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        title += title.empty() ? titleOf(rule) : " and " + titleOf(rule);
    }
    if (title.empty()) title = "No mask";
    if (!document.mask.flips.empty()) title += ", painted";
    return title;
}

void maskMenuItems(const Scene& scene) {
    const std::vector<MaskRule>& rules = scene.document().mask.rules;
    for (const MaskInfo& kind : maskKinds()) {
        const bool on = std::any_of(rules.begin(), rules.end(),
                                    [&](const MaskRule& rule) { return rule.kind == kind.kind; });
        if (menuItem(scene.look, kind.label, {.detail = kind.rule, .chosen = on})) {
            const Document& document = scene.document();
            scene.emit(
                SetMaskRules{{kind.kind == MaskKind::custom ? asDrawn(document.mask, document.n())
                                                            : newRule(kind.kind, document.n())}});
        }
        tooltip(scene.look, kind.used_by);
    }
    if (std::any_of(rules.begin(), rules.end(), [](const MaskRule& rule) {
            return info(rule.kind).parameter == MaskParameter::number;
        })) {
        ImGui::Separator();
        for (std::size_t at = 0; at < rules.size(); ++at) numberItem(scene, at);
    }
}

}  // namespace lookback

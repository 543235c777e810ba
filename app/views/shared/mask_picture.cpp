#include "app/views/shared/mask_picture.h"

#include <algorithm>
#include <cmath>

#include "app/look/stamp.h"

namespace lookback {
namespace {

constexpr Index kExample = 6;           ///< tokens of a rule that the document does not have
constexpr Index kExampleFirst = 2;      ///< of them in the first of two documents; so many pads
constexpr Index kMaskPictureMost = 12;  ///< tokens of the document that are shown
constexpr float kGapShare = 0.12f;      ///< of a cell

MaskRule exampleRule(MaskKind kind) {
    MaskRule rule = newRule(kind, kExample);
    const MaskParameter parameter = info(kind).parameter;
    if (parameter == MaskParameter::valid_tokens) {
        std::fill(rule.per_token.end() - kExampleFirst, rule.per_token.end(), 0);
    } else if (parameter == MaskParameter::token_documents) {
        std::fill(rule.per_token.begin() + kExampleFirst, rule.per_token.end(), 1);
    }
    return rule;
}

}  // namespace

MaskPicture pictureOf(MaskKind kind, const Document& document) {
    const Index shown = std::min(document.n(), kMaskPictureMost);
    const std::vector<MaskRule>& rules = document.mask.rules;
    const auto own = std::find_if(rules.begin(), rules.end(),
                                  [kind](const MaskRule& rule) { return rule.kind == kind; });
    const MaskParameter parameter = info(kind).parameter;
    if (own == rules.end()) {
        if (parameter == MaskParameter::cells) return {asDrawn(document.mask, shown), shown};
        return {exampleRule(kind), kExample};
    }
    const bool is_of_any_length = info(kind).list.empty();
    return {*own, is_of_any_length ? kExample : shown};
}

void drawMaskPicture(Painter& painter, const Rect& square, const MaskPicture& picture) {
    if (picture.tokens == 0) return;
    const auto count = static_cast<float>(picture.tokens);
    const float pitch = square.width() / (count - kGapShare);
    const float cell = pitch * (1 - kGapShare);
    const float radius = std::min(painter.look().px(2), cell / 4);
    Stamp allowed;
    Stamp blocked;
    for (Index query = 0; query < picture.tokens; ++query) {
        for (Index key = 0; key < picture.tokens; ++key) {
            const Index row = picture.transposed ? key : query;
            const Index col = picture.transposed ? query : key;
            const ImVec2 at{square.min.x + pitch * static_cast<float>(col),
                            square.min.y + pitch * static_cast<float>(row)};
            const Rect box{at, {at.x + cell, at.y + cell}};
            if (info(picture.rule.kind).allows(picture.rule, query, key)) {
                allowed.print(painter.list(), at,
                              [&] { painter.fill(box, painter.colors().weights, radius); });
            } else {
                blocked.print(painter.list(), at, [&] { painter.hatch(box); });
            }
        }
    }
}

}  // namespace lookback

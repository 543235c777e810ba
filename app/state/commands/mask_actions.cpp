#include "app/state/commands/mask_actions.h"

#include <algorithm>

#include "core/document/mask_edit.h"

namespace lookback {

Action changeMark(const Document& document, MaskKind kind, Index token) {
    const std::vector<MaskRule>& rules = document.mask.rules;
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [kind](const MaskRule& one) { return one.kind == kind; });
    const auto at = static_cast<std::size_t>(rule - rules.begin());
    return PutMaskRule{
        at, withNextMark(rule != rules.end() ? *rule : newRule(kind, document.n()), token)};
}

Action changeLine(const Document& document, Cell cell, Cell neighbour) {
    const auto beside = [&](Index at, Index by) {
        return at + by < document.n() ? at + by : std::max<Index>(at - by, 0);
    };
    const Cell to{beside(cell.row, neighbour.row), beside(cell.col, neighbour.col)};
    return PaintLine{cell, to, !allows(document.mask, cell.row, cell.col), document.mask.flips};
}

std::optional<std::size_t> numberedRule(const Document& document) {
    for (std::size_t at = document.mask.rules.size(); at-- > 0;) {
        if (!info(document.mask.rules[at].kind).numbers.empty()) return at;
    }
    return std::nullopt;
}

Action changeNumber(const Document& document, Index by) {
    const std::size_t at = numberedRule(document).value();
    MaskRule rule = document.mask.rules[at];
    const Index least = info(rule.kind).numbers.front().smallest;
    rule.numbers.front() = std::clamp(rule.numbers.front() + by, least, kMaxTokens);
    return PutMaskRule{at, rule};
}

}  // namespace lookback

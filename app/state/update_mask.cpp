#include "app/state/update_mask.h"

#include <vector>

#include "core/document/edit.h"
#include "core/document/mask_edit.h"
#include "core/document/mask_line.h"

namespace lookback {

void MaskUpdate::operator()(const SetMasked& a) {
    edit([&](Snapshot& s) {
        if (!a.masked && isMasked(s.document)) s.remembered = s.document.mask;
        setMasked(s.document, a.masked, s.remembered);
    });
}

void MaskUpdate::operator()(const SetMaskRules& a) {
    edit([&](Snapshot& s) { s.document.mask = {a.rules, {}}; });
}

void MaskUpdate::operator()(const PutMaskRule& a) {
    std::vector<MaskRule> rules = state_.document().mask.rules;
    if (a.at > rules.size()) return;
    if (a.at == rules.size()) rules.emplace_back();
    rules[a.at] = a.rule;
    edit([&](Snapshot& s) { setRules(s.document.mask, rules); });
}

void MaskUpdate::operator()(const RemoveMaskRule& a) {
    std::vector<MaskRule> rules = state_.document().mask.rules;
    if (a.at >= rules.size()) return;
    rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(a.at));
    edit([&](Snapshot& s) { setRules(s.document.mask, rules); });
}

void MaskUpdate::operator()(const RemovePaint&) {
    edit([&](Snapshot& s) { s.document.mask.flips.clear(); });
}

void MaskUpdate::operator()(const PaintCell& a) {
    if (!isToken(a.cell.row) || !isToken(a.cell.col)) return;
    drag([&](Snapshot& s) {
        if (allows(s.document.mask, a.cell.row, a.cell.col) != a.allowed) {
            flip(s.document.mask, a.cell);
        }
    });
}

void MaskUpdate::operator()(const PaintLine& a) {
    if (!isToken(a.from.row) || !isToken(a.from.col) || !isToken(a.to.row) || !isToken(a.to.col)) {
        return;
    }
    const auto paint_line = [&](Snapshot& s) {
        s.document.mask.flips = a.flips_were;
        paint(s.document.mask, lineOf(a.from, a.to, s.document.n()), a.allowed);
    };
    // A stroke goes on until it is finished; a key paints once.
    const bool is_stroke =
        state_.history.isDragging() || state_.hands.doing<MaskPainting>() != nullptr;
    is_stroke ? drag(paint_line) : edit(paint_line);
}

void MaskUpdate::operator()(const FlipCell& a) {
    if (!isToken(a.cell.row) || !isToken(a.cell.col)) return;
    edit([&](Snapshot& s) { flip(s.document.mask, a.cell); });
}

void MaskUpdate::operator()(const SetMasking& a) {
    edit([&](Snapshot& s) { s.document.masking = a.masking; });
}

void MaskUpdate::operator()(const DragMasking& a) {
    if (!fits(state_.document().dtype, a.masking)) return;
    drag([&](Snapshot& s) { s.document.masking = a.masking; });
}

}  // namespace lookback

#include "core/compare/pair_numbers.h"

namespace lookback {
namespace {

void setCell(const PairFinder& f, Finding& finding, Cell cell) {
    finding.cell = cell;
    finding.numbers = {f.view(Side::a)(cell), f.view(Side::b)(cell)};
}

Index cellsOf(const PairFinder& f) { return f.view(Side::a).rows() * f.view(Side::a).cols(); }

}  // namespace

void findNotFinite(PairFinder& f) {
    for (const Side side : {Side::b, Side::a}) {
        const Index count = f.numbers.lost.of(side);
        if (count == 0) continue;
        Finding& finding = f.add(FindingKind::not_finite, side);
        finding.count = count;
        finding.of = cellsOf(f);
        setCell(f, finding, f.numbers.first_lost.of(side));
    }
}

void findEndless(PairFinder& f) {
    if (f.numbers.endless == 0) return;
    Finding& finding = f.add(FindingKind::endless);
    finding.count = f.numbers.endless;
    finding.of = cellsOf(f);
    setCell(f, finding, f.numbers.first_endless);
}

void findOtherMask(PairFinder& f) {
    if (f.numbers.hasSameMasks()) return;
    Finding& finding = f.add(FindingKind::other_mask);
    finding.count = f.numbers.shown.b;
    finding.of = f.numbers.shown.a;
}

void findLargestChange(PairFinder& f) {
    if (!f.numbers.largest) return;
    Finding& finding = f.add(FindingKind::largest_change);
    finding.has_endless = f.numbers.endless + f.numbers.lost.a + f.numbers.lost.b > 0;
    setCell(f, finding, *f.numbers.largest);
}

void findOnlySigns(PairFinder& f) {
    const PairNumbers& seen = f.numbers;
    if (seen.changed_signs == 0 || seen.largest) return;
    if (seen.endless + seen.lost.a + seen.lost.b > 0) return;
    Finding& finding = f.add(FindingKind::only_signs);
    finding.count = seen.changed_signs;
    finding.of = cellsOf(f);
}

}  // namespace lookback

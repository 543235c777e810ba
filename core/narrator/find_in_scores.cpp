#include <algorithm>

#include "core/attention/position_arithmetic.h"
#include "core/attention/stages.h"
#include "core/narrator/finder.h"

namespace lookback {
namespace {

/// The pairs that stand out on both ends.
void findExtremes(Finder& f) {
    Peak largest = f.peak();
    Peak smallest = f.peak();
    eachCell(f.values, [&](Cell cell, double value) {
        if (!f.counts(cell)) return;
        largest.take(cell, value);
        smallest.take(cell, -value);
    });
    const auto tell = [&](ClaimKind kind, const Peak& peak, double sign) {
        const auto found = peak.clear();
        if (!found) return;
        Claim& claim = f.add(kind, found->at);
        claim.numbers = {sign * found->value};
        if (f.mask(found->at) == 0) claim.reason = Reason::blocked;
    };
    tell(ClaimKind::largest, largest, 1);
    tell(ClaimKind::smallest, smallest, -1);
}

/// Between which scores a stage leaves those that it is made from.
/// @param number by which it does so
void findSpans(Finder& f, ClaimKind kind, double number) {
    const std::optional<Span> before =
        spanOf(f, f.trace.view(stage(f.id).left(f.document), f.head));
    const std::optional<Span> after = spanOf(f, f.values);
    if (before && after) {
        f.add(kind).numbers = {number, before->least, before->greatest, after->least,
                               after->greatest};
    }
}

}  // namespace

void findInScores(Finder& f) {
    if (findNotFinite(f)) return;
    if (f.n() == 1) {
        f.add(ClaimKind::alone).numbers = {f.values(0, 0)};
        return;
    }
    findExtremes(f);
}

void findInQuotient(Finder& f) {
    if (findNotFinite(f)) return;
    findSpans(f, ClaimKind::scaled, divisor(f.document));
    if (f.n() > 1) findExtremes(f);
}

void findInCapping(Finder& f) {
    if (findNotFinite(f)) return;
    findSpans(f, ClaimKind::capped, *f.document.softcap);
    if (f.n() > 1) findExtremes(f);
}

void findInBias(Finder& f) {
    if (findNotFinite(f)) return;
    if (f.n() > 1) {
        const ScalarKind kind = info(f.document.dtype).kind;
        const double slope = roundedTo(slopeOf(f.document, f.head), kind);
        Claim& claim = f.add(ClaimKind::far_pays, {f.n() - 1, 0});
        claim.count = f.n() - 1;
        claim.numbers = {roundedTo(slope * static_cast<double>(f.n() - 1), kind)};
        findExtremes(f);
    }
}

}  // namespace lookback

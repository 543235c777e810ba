#include <algorithm>
#include <cmath>

#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/narrator/finder.h"

// Claims about vectors of tokens, and about scores before the mask.

namespace lookback {
namespace {

constexpr Index kMostCompared = 64;  ///< most tokens of which every pair is compared

/// Makes a claim about the first two tokens with the same embedding for which `is_told`.
/// @return true where there are such tokens
bool findPair(Finder& f, ClaimKind kind, bool (*is_told)(const Finder&, Cell)) {
    const MatrixView given = f.trace.view(MatrixId::embeddings);
    if (f.n() > kMostCompared) return false;
    for (Index a = 0; a < f.n(); ++a) {
        for (Index b = a + 1; b < f.n(); ++b) {
            if (!sameRow(given, a, given, b) || !is_told(f, {a, b})) continue;
            f.add(kind, {a, b});
            return true;
        }
    }
    return false;
}

void findMostAlike(Finder& f) {
    if (f.n() < 3 || f.n() > kMostCompared) return;
    Peak nearest = f.peak();
    for (Index a = 0; a < f.n(); ++a) {
        for (Index b = a + 1; b < f.n(); ++b) {
            nearest.take({a, b}, -distanceOf(f.values, a, f.values, b));
        }
    }
    const auto found = nearest.clear();
    if (found) f.add(ClaimKind::most_alike, found->at).numbers = {-found->value};
}

/// Why a row is not finite.
Reason reasonOf(const Finder& f, Index row) {
    if (f.id == MatrixId::scaled_scores && divisor(f.document) == 0) return Reason::zero_divisor;
    const bool is_of_weights = f.id == MatrixId::context || f.id == MatrixId::output;
    if (is_of_weights) {
        for (Index head = 0; head < f.document.heads; ++head) {
            if (f.id == MatrixId::context && head != f.narrated.head) continue;
            const MatrixView weights = f.trace.view(MatrixId::attention_weights, head);
            if (!std::isnan(weights(row, 0))) continue;
            Index keys = 0;
            for (Index key = 0; key < f.n(); ++key) keys += f.mask(row, key) != 0 ? 1 : 0;
            const Reason reason = reasonOfNan(f, head, row, keys);
            if (reason == Reason::no_key_low || reason == Reason::no_key_nothing) return reason;
        }
    }
    const Stage& made = stage(f.id);
    const auto are_all_finite = [&](MatrixId id) {
        bool is_finite = true;
        const Index heads = isParameter(id) || !info(id).per_head ? 1 : f.document.heads;
        for (Index head = 0; head < heads; ++head) {
            eachCell(matrixById(f.document, f.trace, id, head),
                     [&](Cell, double value) { is_finite = is_finite && std::isfinite(value); });
        }
        return is_finite;
    };
    const bool are_finite =
        are_all_finite(made.left(f.document)) && are_all_finite(made.right(f.document));
    return are_finite ? Reason::overflow : Reason::none;
}

/// The pairs with the largest and with the smallest score.
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

/// The range of the scores before and after a stage. @param number divisor or cap of the stage
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

bool findNotFinite(Finder& f) {
    std::vector<Index> rows;
    double first = 0;
    eachCell(f.values, [&](Cell cell, double value) {
        if (std::isfinite(value) || !f.counts(cell)) return;
        if (!rows.empty() && rows.back() == cell.row) return;
        if (rows.empty()) first = value;
        rows.push_back(cell.row);
    });
    if (rows.empty()) return false;
    Claim& claim = f.add(ClaimKind::not_finite, {rows.front(), 0});
    claim.count = static_cast<Index>(rows.size());
    claim.of = f.n();
    claim.numbers = {first};
    claim.reason = reasonOf(f, rows.front());
    return true;
}

void findLongest(Finder& f) {
    Peak longest = f.peak();
    const std::vector<double> lengths = lengthsOf(f.values);
    for (std::size_t row = 0; row < lengths.size(); ++row) {
        longest.take({static_cast<Index>(row), 0}, lengths[row]);
    }
    if (const auto found = longest.clear()) f.addPeak(ClaimKind::longest, *found);
}

void findInGiven(Finder& f) {
    const bool are_same =
        findPair(f, ClaimKind::same_rows, [](const Finder&, Cell) { return true; });
    if (!are_same) findMostAlike(f);
    findLongest(f);
}

void findInSum(Finder& f) {
    if (findNotFinite(f)) return;
    findPair(f, ClaimKind::told_apart, [](const Finder& of, Cell pair) {
        return !sameRow(of.values, pair.row, of.values, pair.col);
    });
    findMostAlike(f);
    findLongest(f);
}

void findInProduct(Finder& f) {
    if (findNotFinite(f)) return;
    findLongest(f);
    findRange(f);
}

void findInRotation(Finder& f) {
    if (findNotFinite(f)) return;
    const MatrixView before = f.trace.view(stage(f.id).left(f.document), f.head);
    Peak most = f.peak();
    for (Index row = 0; row < f.n(); ++row) {
        most.take({row, 0}, distanceOf(f.values, row, before, row));
    }
    if (const auto found = most.clear()) f.addPeak(ClaimKind::turned_most, *found);
    if (sameRow(f.values, 0, before, 0)) f.add(ClaimKind::unturned);
}

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
        const double slope = roundedTo(headSlope(f.document, f.head), kind);
        Claim& claim = f.add(ClaimKind::far_pays, {f.n() - 1, 0});
        claim.count = f.n() - 1;
        claim.numbers = {roundedTo(slope * static_cast<double>(f.n() - 1), kind)};
        findExtremes(f);
    }
}

}  // namespace lookback

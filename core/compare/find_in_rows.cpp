#include <algorithm>
#include <cmath>

#include "core/compare/pair_numbers.h"
#include "core/explain/checks.h"

namespace lookback {
namespace {

/// From B, which is what has changed, to A.
constexpr std::array kFindInRowsSides{Side::b, Side::a};

/// Those that have most to tell first; the earlier row of equals.
template <class Amount>
void sortByMost(std::vector<FoundRow>& rows, Amount amount) {
    std::stable_sort(rows.begin(), rows.end(), [&](const FoundRow& one, const FoundRow& other) {
        return amount(one) > amount(other);
    });
}

/// More than rounding may have done, where there is any on the other side.
bool isClearlyMore(double share, double than, double tolerance) {
    return share > 0 && (than == 0 || share - than > tolerance);
}

Whom whomOf(const PairFinder& f, Side hiding, const std::vector<FoundRow>& rows) {
    if (f.numbers.hasSameMasks()) return Whom::hidden;
    const bool are_later = std::all_of(rows.begin(), rows.end(), [&](const FoundRow& row) {
        return f.numbers.rows[static_cast<std::size_t>(row.row)].hidden_before.of(hiding) == 0;
    });
    return are_later ? Whom::later : Whom::hidden_by_other;
}

}  // namespace

void findNanRows(PairFinder& f) {
    for (const Side side : kFindInRowsSides) {
        std::vector<FoundRow> rows;
        for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
            const OfSides<bool>& is_nan = f.numbers.rows[k].is_nan;
            if (is_nan.of(side) && !is_nan.of(otherThan(side))) {
                rows.push_back({.row = static_cast<Index>(k)});
            }
        }
        if (rows.empty()) continue;
        Finding& finding = f.add(FindingKind::nan_rows, side);
        finding.count = static_cast<Index>(rows.size());
        finding.rows = std::move(rows);
    }
}

void findHiddenWeight(PairFinder& f) {
    const double tolerance = std::max(sumTolerance(f.compared.a.document.dtype),
                                      sumTolerance(f.compared.b.document.dtype));
    for (const Side side : kFindInRowsSides) {
        const Side hiding = otherThan(side);
        std::vector<FoundRow> rows;
        for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
            const OfSides<double>& sums = f.numbers.rows[k].hidden_sums.of(hiding);
            if (!isClearlyMore(sums.of(side), sums.of(hiding), tolerance)) continue;
            rows.push_back({.row = static_cast<Index>(k), .a = sums.a, .b = sums.b});
        }
        if (rows.empty()) continue;
        sortByMost(rows, [&](const FoundRow& row) { return row.on(side); });
        Finding& finding = f.add(FindingKind::hidden_weight, side);
        finding.count = static_cast<Index>(rows.size());
        finding.whom = whomOf(f, hiding, rows);
        finding.is_unmasked = !f.numbers.hides.of(side);
        finding.rows = std::move(rows);
    }
}

void findSumsLost(PairFinder& f) {
    const auto is_whole = [&](Side side, double sum) {
        return std::abs(sum - 1) <= sumTolerance(f.compared.of(side).document.dtype);
    };
    for (const Side side : kFindInRowsSides) {
        std::vector<FoundRow> rows;
        for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
            const OfSides<double>& sum = f.numbers.rows[k].sum;
            const Side other = otherThan(side);
            if (!is_whole(other, sum.of(other)) || is_whole(side, sum.of(side))) continue;
            if (std::isnan(sum.of(side))) continue;
            rows.push_back({.row = static_cast<Index>(k), .a = sum.a, .b = sum.b});
        }
        if (rows.empty()) continue;
        sortByMost(rows, [&](const FoundRow& row) { return std::abs(row.on(side) - 1); });
        Finding& finding = f.add(FindingKind::sums_lost, side);
        finding.count = static_cast<Index>(rows.size());
        finding.rows = std::move(rows);
    }
}

void findSameRows(PairFinder& f) {
    std::vector<FoundRow> rows;
    for (std::size_t k = 0; k < f.numbers.rows.size(); ++k) {
        if (f.numbers.rows[k].is_same) rows.push_back({.row = static_cast<Index>(k)});
    }
    if (rows.empty()) return;
    Finding& finding = f.add(FindingKind::same_rows);
    finding.count = static_cast<Index>(rows.size());
    const bool is_of_pairs = info(f.id).cols == Axis::token;
    if (is_of_pairs && rows.size() == 1 && rows.front().row == f.n() - 1) {
        const OfSides<Index>& hidden = f.numbers.rows.back().hidden;
        finding.is_last = hidden.a == 0 && hidden.b == 0 && !f.numbers.hasSameMasks();
    }
    finding.rows = std::move(rows);
}

}  // namespace lookback

#include "tests/core/findings_truth.h"

#include <array>

namespace lookback::test {
namespace {

struct FindingsTruthRow {
    FindingKind kind;
    bool (*holds)(const TestedFinding&);
};

constexpr std::array<FindingsTruthRow, kFindingKinds> kFindingsTruthRows{{
    {FindingKind::no_tokens, isNothingToCompare},
    {FindingKind::no_width, isNoWidthHere},
    {FindingKind::other_words, isOtherWords},
    {FindingKind::all_same, isAllSame},
    {FindingKind::only_signs, isOnlySigns},
    {FindingKind::nan_rows, isNanRows},
    {FindingKind::not_finite, isNotFiniteOn},
    {FindingKind::endless, isEndless},
    {FindingKind::hidden_weight, isHiddenWeight},
    {FindingKind::sums_lost, isSumsLost},
    {FindingKind::other_mask, isOtherMask},
    {FindingKind::same_rows, isSameRowsOf},
    {FindingKind::largest_change, isLargestChange},
}};

/// Every cell of the finding's matrix: its place, and both numbers.
template <class Look>
void eachPair(const TestedFinding& f, Index head, Look look) {
    const Numbers a = f.numbers(Side::a, head);
    const Numbers b = f.numbers(Side::b, head);
    for (std::size_t row = 0; row < a.size(); ++row) {
        for (std::size_t col = 0; col < a[row].size(); ++col) {
            look(Cell{static_cast<Index>(row), static_cast<Index>(col)}, a[row][col], b[row][col]);
        }
    }
}

/// The claim's count of cells, its first cell and its numbers are those of the cells that count.
template <class Counts>
bool isOfCells(const TestedFinding& f, Counts counts) {
    Index count = 0;
    Index cells = 0;
    bool is_first_right = true;
    eachPair(f, f.finding.head, [&](Cell cell, double a, double b) {
        ++cells;
        if (!counts(a, b)) return;
        if (count++ > 0) return;
        is_first_right = cell == f.finding.cell && sameNumber(a, f.finding.numbers.at(0)) &&
                         sameNumber(b, f.finding.numbers.at(1));
    });
    return count > 0 && count == f.finding.count && cells == f.finding.of && is_first_right;
}

bool isFiniteChange(double a, double b) {
    return std::isfinite(a) && std::isfinite(b) && std::isfinite(b - a);
}

}  // namespace

bool holds(const TestedFinding& found) {
    const FindingsTruthRow& row = kFindingsTruthRows[static_cast<std::size_t>(found.finding.kind)];
    return row.kind == found.finding.kind && row.holds(found);
}

bool isNothingToCompare(const TestedFinding& f) {
    return f.n() == 0 && f.compared.b.document.n() == 0;
}

bool isNoWidthHere(const TestedFinding& f) {
    return f.n() > 0 && f.compared.a.trace.tensor(f.finding.id).cols() == 0 &&
           f.compared.b.trace.tensor(f.finding.id).cols() == 0;
}

bool isOtherWords(const TestedFinding& f) {
    Index differing = 0;
    for (std::size_t k = 0; k < f.compared.a.document.tokens.size(); ++k) {
        if (f.compared.a.document.tokens[k] != f.compared.b.document.tokens.at(k)) ++differing;
    }
    return differing > 0 && differing == f.finding.count && f.finding.of == f.n();
}

bool isAllSame(const TestedFinding& f) {
    const Index heads = f.finding.count;
    bool is_same = heads >= 1;
    for (Index head = f.finding.head; head < f.finding.head + heads; ++head) {
        eachPair(f, head, [&](Cell, double a, double b) { is_same = is_same && sameNumber(a, b); });
    }
    return is_same && (heads == 1 || heads == f.compared.a.document.heads);
}

bool isOnlySigns(const TestedFinding& f) {
    Index count = 0;
    Index cells = 0;
    bool are_equal = true;
    eachPair(f, f.finding.head, [&](Cell, double a, double b) {
        ++cells;
        if (!sameNumber(a, b)) ++count;
        are_equal = are_equal && (sameNumber(a, b) || (a == 0 && b == 0));
    });
    return are_equal && count > 0 && count == f.finding.count && cells == f.finding.of;
}

bool isNotFiniteOn(const TestedFinding& f) {
    return isOfCells(f, [&](double a, double b) {
        const double here = f.side() == Side::a ? a : b;
        const double there = f.side() == Side::a ? b : a;
        return !std::isfinite(here) && std::isfinite(there);
    });
}

bool isEndless(const TestedFinding& f) {
    return isOfCells(f, [](double a, double b) {
        return std::isfinite(a) == std::isfinite(b) && !sameNumber(a, b) && a != b &&
               !std::isfinite(b - a);
    });
}

bool isOtherMask(const TestedFinding& f) {
    Index only_b = 0;
    Index only_a = 0;
    for (Index row = 0; row < f.n(); ++row) {
        for (Index col = 0; col < f.n(); ++col) {
            const bool a = f.allowed(Side::a, row, col);
            const bool b = f.allowed(Side::b, row, col);
            if (b && !a) ++only_b;
            if (a && !b) ++only_a;
        }
    }
    return only_b == f.finding.count && only_a == f.finding.of && only_a + only_b > 0;
}

bool isLargestChange(const TestedFinding& f) {
    double largest = 0;
    bool has_endless = false;
    double told = 0;
    eachPair(f, f.finding.head, [&](Cell cell, double a, double b) {
        if (isFiniteChange(a, b)) largest = std::max(largest, std::abs(b - a));
        has_endless = has_endless || (a != b && !sameNumber(a, b) && !isFiniteChange(a, b));
        if (cell == f.finding.cell && sameNumber(a, f.finding.numbers.at(0)) &&
            sameNumber(b, f.finding.numbers.at(1))) {
            told = std::abs(b - a);
        }
    });
    return largest > 0 && told == largest && has_endless == f.finding.has_endless;
}

}  // namespace lookback::test

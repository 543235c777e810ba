#include "core/explain/checks.h"
#include "tests/core/findings_truth.h"

namespace lookback::test {
namespace {

/// The rows that the finding names are those of which `is` is true, as many as it says.
template <class Is>
bool areTheRows(const TestedFinding& f, Is is) {
    Index count = 0;
    for (Index row = 0; row < f.n(); ++row) {
        if (is(row) != (f.told(row) != nullptr)) return false;
        if (is(row)) ++count;
    }
    return count > 0 && count == f.finding.count && f.finding.of == f.n() &&
           count == static_cast<Index>(f.finding.rows.size());
}

/// The amounts of the rows fall.
template <class Amount>
bool isSorted(const TestedFinding& f, Amount amount) {
    for (std::size_t k = 1; k < f.finding.rows.size(); ++k) {
        if (amount(f.finding.rows[k - 1]) < amount(f.finding.rows[k])) return false;
    }
    return true;
}

double toleranceOf(const TestedFinding& f, Side side) {
    return sumTolerance(f.compared.of(side).document.dtype);
}

const std::vector<double>& rowOf(const Numbers& numbers, Index row) {
    return numbers[static_cast<std::size_t>(row)];
}

bool hasSameMasks(const TestedFinding& f) {
    for (Index row = 0; row < f.n(); ++row) {
        for (Index col = 0; col < f.n(); ++col) {
            if (f.allowed(Side::a, row, col) != f.allowed(Side::b, row, col)) return false;
        }
    }
    return true;
}

bool seesAll(const TestedFinding& f, Side side, Index row) {
    for (Index col = 0; col < f.n(); ++col) {
        if (!f.allowed(side, row, col)) return false;
    }
    return true;
}

}  // namespace

bool isNanRows(const TestedFinding& f) {
    const Numbers here = f.numbers(f.side());
    const Numbers there = f.numbers(f.other());
    return areTheRows(
        f, [&](Index row) { return hasNan(rowOf(here, row)) && !hasNan(rowOf(there, row)); });
}

bool isHiddenWeight(const TestedFinding& f) {
    const Numbers here = f.numbers(f.side());
    const Numbers there = f.numbers(f.other());
    const auto hiddenIn = [&](const Numbers& weights, Index row) {
        double sum = 0;
        for (Index col = 0; col < f.n(); ++col) {
            const double weight = rowOf(weights, row)[static_cast<std::size_t>(col)];
            if (!f.allowed(f.other(), row, col)) sum += weight;
        }
        return sum;
    };
    const double tolerance = std::max(toleranceOf(f, Side::a), toleranceOf(f, Side::b));
    const bool are_right = areTheRows(f, [&](Index row) {
        const double mine = hiddenIn(here, row);
        const double theirs = hiddenIn(there, row);
        return mine > 0 && (theirs == 0 || mine - theirs > tolerance);
    });
    bool all_later = true;
    bool shares_are_right = true;
    for (const FoundRow& told : f.finding.rows) {
        for (Index col = 0; col <= told.row; ++col) {
            all_later = all_later && f.allowed(f.other(), told.row, col);
        }
        shares_are_right = shares_are_right &&
                           isNear(told.on(f.side()), hiddenIn(here, told.row)) &&
                           isNear(told.on(f.other()), hiddenIn(there, told.row));
    }
    bool sees_all = true;
    for (Index row = 0; row < f.n(); ++row) sees_all = sees_all && seesAll(f, f.side(), row);
    const HiddenTokens hidden_tokens = hasSameMasks(f) ? HiddenTokens::hidden
                                       : all_later     ? HiddenTokens::later
                                                       : HiddenTokens::hidden_by_other;
    return are_right && shares_are_right && hidden_tokens == f.finding.hidden_tokens &&
           sees_all == f.finding.is_unmasked &&
           isSorted(f, [&](const FoundRow& row) { return row.on(f.side()); });
}

bool isSumsLost(const TestedFinding& f) {
    const Numbers here = f.numbers(f.side());
    const Numbers there = f.numbers(f.other());
    const auto isOne = [&](const Numbers& weights, Side side, Index row) {
        return std::abs(sumOfRow(rowOf(weights, row)) - 1) <= toleranceOf(f, side);
    };
    const bool are_right = areTheRows(f, [&](Index row) {
        return isOne(there, f.other(), row) && !isOne(here, f.side(), row) &&
               !hasNan(rowOf(here, row));
    });
    for (const FoundRow& told : f.finding.rows) {
        if (!isNear(told.on(f.side()), sumOfRow(rowOf(here, told.row)))) return false;
    }
    return are_right &&
           isSorted(f, [&](const FoundRow& row) { return std::abs(row.on(f.side()) - 1); });
}

bool isSameRowsOf(const TestedFinding& f) {
    const Numbers a = f.numbers(Side::a);
    const Numbers b = f.numbers(Side::b);
    const bool are_right = areTheRows(f, [&](Index row) {
        return std::equal(rowOf(a, row).begin(), rowOf(a, row).end(), rowOf(b, row).begin(),
                          sameNumber);
    });
    const Index last = f.n() - 1;
    const bool is_last = f.finding.rows.size() == 1 && f.finding.rows[0].row == last &&
                         info(f.finding.id).cols == Axis::token && !hasSameMasks(f) &&
                         seesAll(f, Side::a, last) && seesAll(f, Side::b, last);
    return are_right && f.finding.count < f.n() && is_last == f.finding.is_last;
}

}  // namespace lookback::test

/// Checks of findings about two traces, redone from their numbers in plain loops.
#pragma once

#include "core/compare/findings.h"
#include "tests/core/narrator_truth.h"

namespace lookback::test {

/// One finding about one matrix, with the data to check it.
struct TestedFinding {
    const Compared& compared;
    const Finding& finding;
    MatrixId compared_stage;  ///< the compared stage; the finding may be about the result

    [[nodiscard]] Index n() const { return compared.a.document.n(); }
    [[nodiscard]] Numbers numbers(Side side, Index head) const {
        const MatrixView view = compared.of(side).trace.view(finding.id, head);
        Numbers rows(static_cast<std::size_t>(view.rows()));
        for (Index row = 0; row < view.rows(); ++row) {
            for (Index col = 0; col < view.cols(); ++col) {
                rows[static_cast<std::size_t>(row)].push_back(view(row, col));
            }
        }
        return rows;
    }
    [[nodiscard]] Numbers numbers(Side side) const { return numbers(side, finding.head); }
    [[nodiscard]] bool allowed(Side side, Index row, Index col) const {
        return allows(compared.of(side).document.mask, row, col);
    }
    [[nodiscard]] Side side() const { return finding.side; }
    [[nodiscard]] Side other() const { return otherThan(finding.side); }
    /// The finding's entry of a row; null where it does not name the row.
    [[nodiscard]] const FoundRow* told(Index row) const {
        for (const FoundRow& one : finding.rows) {
            if (one.row == row) return &one;
        }
        return nullptr;
    }
};

/// Whether a finding is true.
[[nodiscard]] bool holds(const TestedFinding& found);

/// Equality to the last bit; NaN equals NaN.
inline bool sameNumber(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b && std::signbit(a) == std::signbit(b);
}

// One for each kind of finding.
bool isNothingToCompare(const TestedFinding& f);
bool isNoWidthHere(const TestedFinding& f);
bool isOtherWords(const TestedFinding& f);
bool isAllSame(const TestedFinding& f);
bool isOnlySigns(const TestedFinding& f);
bool isNanRows(const TestedFinding& f);
bool isNotFiniteOn(const TestedFinding& f);
bool isEndless(const TestedFinding& f);
bool isHiddenWeight(const TestedFinding& f);
bool isSumsLost(const TestedFinding& f);
bool isOtherMask(const TestedFinding& f);
bool isSameRowsOf(const TestedFinding& f);
bool isLargestChange(const TestedFinding& f);

}  // namespace lookback::test

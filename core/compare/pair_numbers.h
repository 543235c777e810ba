// What the files of this folder share. Nobody else has need of it.

#pragma once

#include <array>
#include <optional>

#include "core/compare/difference.h"
#include "core/compare/finding.h"

namespace lookback {

/// What is seen of one row of a matrix in both traces.
struct RowPair {
    bool is_same = true;  ///< to the last bit; NaN is NaN
    OfSides<bool> is_nan;
    OfSides<double> sum;

    // Of rows with a column for each token; by whose mask hides them:
    OfSides<OfSides<double>> hidden_sums;  ///< what either side gives to hidden cells
    OfSides<Index> hidden;                 ///< how many cells are
    OfSides<Index> hidden_before;          ///< those of them that do not come later
};

/// What is seen of a matrix of one head in both traces, in one pass.
struct PairNumbers {
    std::vector<RowPair> rows;
    Index changed_signs = 0;   ///< 0 in one, -0 in the other
    Index endless = 0;         ///< differences that are not finite though neither side alone is not
    Cell first_endless;        ///< where there are any
    OfSides<Index> lost;       ///< numbers that are finite on the other side only
    OfSides<Cell> first_lost;  ///< where there are any
    std::optional<Cell> largest;        ///< the first of the largest finite differences above 0
    OfSides<Index> shown;               ///< pairs of tokens that only this side's mask shows
    OfSides<bool> hides{false, false};  ///< whether the mask hides any pair

    [[nodiscard]] bool hasSameMasks() const { return shown.a == 0 && shown.b == 0; }
    [[nodiscard]] bool isSame() const;
};

[[nodiscard]] PairNumbers pairNumbers(const Compared& compared, MatrixId id, Index head);

/// Gathers what there is to tell of one matrix in both traces.
class PairFinder {
public:
    /// @param head 0 where one matrix serves all heads
    PairFinder(const Compared& of, MatrixId matrix, Index in_head)
        : compared(of), id(matrix), head(in_head), numbers(pairNumbers(of, matrix, in_head)) {}

    const Compared& compared;
    MatrixId id;
    Index head;
    PairNumbers numbers;
    std::vector<Finding> findings{};  ///< what matters most first

    [[nodiscard]] Index n() const { return compared.a.document.n(); }
    [[nodiscard]] MatrixView view(Side side) const {
        return compared.of(side).trace.view(id, head);
    }

    Finding& add(FindingKind kind, Side side = Side::b) {
        findings.push_back({.kind = kind, .id = id, .head = head, .side = side, .of = n()});
        return findings.back();
    }
};

// Each adds what it finds, or nothing.
void findNanRows(PairFinder& finder);
void findNotFinite(PairFinder& finder);
void findEndless(PairFinder& finder);
void findHiddenWeight(PairFinder& finder);
void findSumsLost(PairFinder& finder);
void findOtherMask(PairFinder& finder);
void findSameRows(PairFinder& finder);
void findLargestChange(PairFinder& finder);
void findOnlySigns(PairFinder& finder);

}  // namespace lookback

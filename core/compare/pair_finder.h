#pragma once

#include "core/compare/pair_numbers.h"

namespace lookback {

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

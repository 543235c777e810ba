#pragma once

#include <array>
#include <optional>

#include "core/compare/difference.h"

namespace lookback {

/// Comparison of one row of a matrix in both traces.
struct RowPair {
    bool is_same = true;   ///< to the last bit; NaN equals NaN
    BothSides<Index> nan;  ///< how many numbers are NaN
    BothSides<double> sum;

    // Of rows with a column for each token; by whose mask hides them:
    BothSides<BothSides<double>> hidden_sums;  ///< weights of either side on hidden cells
    BothSides<Index> hidden;                   ///< number of hidden cells
    BothSides<Index> hidden_before;            ///< hidden cells whose key does not come later
};

/// Comparison of a matrix of one head in both traces, made in one pass.
struct PairNumbers {
    std::vector<RowPair> rows;
    Index changed_signs = 0;  ///< 0 in one, -0 in the other
    Index endless = 0;        ///< differences that are not finite though neither side alone is not
    Cell first_endless;       ///< where there are any
    BothSides<Index> lost;    ///< numbers that are finite on the other side only
    BothSides<Cell> first_lost;           ///< where there are any
    std::optional<Cell> largest;          ///< the first of the largest finite differences above 0
    BothSides<Index> shown;               ///< pairs of tokens that only this side's mask shows
    BothSides<bool> hides{false, false};  ///< whether the mask hides any pair

    [[nodiscard]] bool hasSameMasks() const { return shown.a == 0 && shown.b == 0; }
    [[nodiscard]] bool isSame() const;
};

[[nodiscard]] PairNumbers pairNumbers(const Compared& compared, MatrixId id, Index head);

}  // namespace lookback

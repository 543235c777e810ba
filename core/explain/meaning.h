#pragma once

#include <vector>

#include "core/base/message.h"
#include "core/explain/explained_cell.h"

// The meaning of a cell, as facts: one message for each sentence. For the sources of this folder
// and those that define methods (core/masking, core/positions).

namespace lookback {

using Messages = std::vector<Message>;

/// The token of the cell's row.
[[nodiscard]] TokenLabel rowToken(const ExplainContext& context);
[[nodiscard]] TokenLabel token(const ExplainContext& context, Index index);

/// Another token; "itself" for that of the cell's row.
[[nodiscard]] Argument otherToken(const ExplainContext& context, Index index);

/// A number with the decimals of the context.
[[nodiscard]] Decimal decimal(const ExplainContext& context, double value);

/// A number as short as it can be: −1e9.
[[nodiscard]] Verbatim brief(double value);

[[nodiscard]] Verbatim dtypeOf(const ExplainContext& context);

/// The head, counted from 1; 0 where there is one only.
[[nodiscard]] Index headNumber(const ExplainContext& context);

/// Why the mask blocks a key for the cell's row: “poem” comes after “a”.
[[nodiscard]] Message reasonFor(const ExplainContext& context, Index key);

/// The sum of a row of weights; 1 where it differs from 1 by rounding only.
[[nodiscard]] Argument sumOfRow(const ExplainContext& context, double sum);

/// Facts about the cell's row of weights.
struct RowFacts {
    std::vector<Index> allowed{};
    std::vector<Index> blocked{};
    double sum = 0;
    double blocked_share = 0;
    bool evenly = true;     ///< all weights that the mask did not remove are equal
    double even_share = 0;  ///< that weight

    RowFacts(const ExplainContext& context, MatrixId weights);
};

/// "“a” may look at “Write” and itself."
[[nodiscard]] Message looksAt(const ExplainContext& context, const RowFacts& row);

/// Adds why a result is not finite; nothing for finite results.
void addNonFinite(const ExplainContext& context, Messages& meaning);

// One for each kind of arithmetic.
[[nodiscard]] Messages meaningOfGiven(const ExplainContext& context);
[[nodiscard]] Messages meaningOfSum(const ExplainContext& context);
[[nodiscard]] Messages meaningOfDot(const ExplainContext& context);
[[nodiscard]] Messages meaningOfScore(const ExplainContext& context);
[[nodiscard]] Messages meaningOfRotation(const ExplainContext& context);
[[nodiscard]] Messages meaningOfQuotient(const ExplainContext& context);
[[nodiscard]] Messages meaningOfCapping(const ExplainContext& context);
[[nodiscard]] Messages meaningOfBias(const ExplainContext& context);
[[nodiscard]] Messages meaningOfRule(const ExplainContext& context);
[[nodiscard]] Messages meaningOfMasking(const ExplainContext& context);
[[nodiscard]] Messages meaningOfSoftmax(const ExplainContext& context);
[[nodiscard]] Messages meaningOfColumnSoftmax(const ExplainContext& context);
[[nodiscard]] Messages meaningOfZeroing(const ExplainContext& context);
[[nodiscard]] Messages meaningOfRenormalising(const ExplainContext& context);
[[nodiscard]] Messages meaningOfCopy(const ExplainContext& context);
[[nodiscard]] Messages meaningOfWeightedSum(const ExplainContext& context);

}  // namespace lookback

#pragma once

#include <optional>

#include "core/base/matrix_view.h"
#include "core/base/message.h"
#include "core/document/document.h"

namespace lookback {

/// The change of the weights of one row.
struct RowChange {
    double gone = 0;  ///< sum of the decreases
    double come = 0;  ///< sum of the increases
    double was_sum = 0;
    double is_sum = 0;
    bool was_nan = false;
    bool is_nan = false;
};

/// @param was,is (n, n) weights before and after
[[nodiscard]] RowChange rowChange(const MatrixView& was, const MatrixView& is, Index row);

/// "64.3% of this row moved to other tokens": half the sum of all absolute differences. Where the
/// sum of the row changed, the sentence also names the difference; of a row of more than 1 it names
/// both sums. Nothing where no weight changed.
[[nodiscard]] std::optional<Message> rowChangeFact(const RowChange& change, DType dtype);

}  // namespace lookback

#pragma once

#include "core/base/matrix_view.h"
#include "core/document/document.h"
#include "core/explain/text_line.h"

namespace lookback {

/// What became of the weights of one row.
struct RowChange {
    double gone = 0;  ///< what those that shrank lost, added up
    double come = 0;  ///< what those that grew gained
    bool was_nan = false;
    bool is_nan = false;
};

/// @param was,is (n, n) weights before and after
[[nodiscard]] RowChange rowChange(const MatrixView& was, const MatrixView& is, Index row);

/// "64.3 % of this row went elsewhere": half the sum of all absolute differences. Where the row
/// adds up to another sum than before, what was taken away or added is told apart. Empty where no
/// weight changed.
[[nodiscard]] TextLine rowChangeInWords(const RowChange& change, DType dtype);

}  // namespace lookback

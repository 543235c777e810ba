#pragma once

#include <optional>

#include "core/base/matrix_view.h"
#include "core/base/message.h"
#include "core/document/masking.h"

namespace lookback {

/// Tells how much weight a query takes from the keys that a mask blocked before it was taken off.
/// @param lifted (n, n), 0 where that mask blocks the pair @param weights (n, n), now
/// @param head counted from 1; 0: the only one @param softmax how the weights were made
/// @return nothing where the weights are NaN
[[nodiscard]] std::optional<Message> liftedMaskFact(const MatrixView& lifted,
                                                    const MatrixView& weights, Index query,
                                                    const TokenLabel& token, Index head,
                                                    SoftmaxOver softmax = SoftmaxOver::rows);

/// Returns the query if the mask took weight from it, else that of the rows before it from which
/// the mask took most; the query where there is none.
[[nodiscard]] Index mostLifted(const MatrixView& lifted, const MatrixView& weights, Index query);

}  // namespace lookback

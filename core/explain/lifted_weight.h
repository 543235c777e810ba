#pragma once

#include <optional>

#include "core/base/matrix_view.h"
#include "core/base/message.h"

namespace lookback {

/// Tells how much weight a query takes from the keys that a mask blocked before it was taken off.
/// @param lifted (n, n), 0 where that mask blocks the pair @param weights (n, n), now
/// @param head counted from 1; 0: the only one @return nothing where the weights are NaN
[[nodiscard]] std::optional<Message> liftedMaskFact(const MatrixView& lifted,
                                                    const MatrixView& weights, Index query,
                                                    const TokenLabel& token, Index head);

}  // namespace lookback

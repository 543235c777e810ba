#pragma once

#include "core/base/matrix_view.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The largest size |x| of the finite numbers of a matrix; 0 where there are none. @param mask of
/// the same shape, 0 = masked, does not count: a fill of -1e9 is not a score; an empty one hides
/// nothing
[[nodiscard]] double largestSize(const MatrixView& values, const MatrixView& mask = {});

/// The bound of a colour scale from -bound to bound: the least of 1, 1.4, 2, 2.8, 4, 5.6 and 8
/// times a power of ten that `largest` does not exceed, so that it takes 70 % of the scale at
/// least. 1 for weights and masks, and where there is nothing but 0.
[[nodiscard]] double scaleBound(Domain domain, double largest);

}  // namespace lookback

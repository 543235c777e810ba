#pragma once

#include "core/base/matrix_view.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The largest |x| among the finite numbers of a matrix; 0 where there are none.
/// @param mask of the same shape; cells with 0 do not count, as a fill of -1e9 is not a score. An
/// empty mask excludes no cell.
[[nodiscard]] double largestSize(const MatrixView& values, const MatrixView& mask = {});

/// The bound of a colour scale from -bound to bound: the least of 1, 1.4, 2, 2.8, 4, 5.6 and 8
/// times a power of ten that `largest` does not exceed; `largest` is at least 70% of the bound. 1
/// for weights and masks, and where `largest` is 0.
[[nodiscard]] double scaleBound(Domain domain, double largest);

}  // namespace lookback

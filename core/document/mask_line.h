#pragma once

#include <vector>

#include "core/base/matrix.h"

namespace lookback {

/// The cells of the row, column or diagonal of a mask that a stroke from one cell to another means:
/// sideways the row that it began in, up or down the column, aslant the diagonal (one and the same
/// key - query). A stroke that has not left its first cell means the row: all that one token asks.
/// @param tokens n of the (n, n) mask, in which both cells stand
/// @return in the order of `Cell`
[[nodiscard]] std::vector<Cell> lineOf(Cell from, Cell to, Index tokens);

}  // namespace lookback

#pragma once

#include "core/base/matrix.h"

namespace lookback {

/// What is added to column `column` of `width` at place `token`: sines in even, cosines in odd
/// columns (Vaswani et al. 2017, section 3.5); an odd width ends with a sine.
[[nodiscard]] double sinusoidal(Index token, Index column, Index width, double base);

}  // namespace lookback

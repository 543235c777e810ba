#pragma once

#include <array>

#include "core/compare/difference.h"

namespace lookback {

/// One of something for A and for B.
template <class T>
using EachSide = std::array<T, 2>;

[[nodiscard]] constexpr std::size_t placeOf(Side side) { return side == Side::a ? 0 : 1; }

}  // namespace lookback

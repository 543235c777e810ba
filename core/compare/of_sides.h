#pragma once

#include "core/compare/difference.h"

namespace lookback {

/// One of something for each side.
template <class T>
struct OfSides {
    T a{};
    T b{};

    [[nodiscard]] T& of(Side side) { return side == Side::a ? a : b; }
    [[nodiscard]] const T& of(Side side) const { return side == Side::a ? a : b; }
};

}  // namespace lookback

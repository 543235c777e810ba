#pragma once

#include <cstddef>

namespace lookback {

/// A place in a matrix or a list, or a count; as Eigen has it.
using Index = std::ptrdiff_t;

/// An index as standard containers take it. @param index ≥ 0
[[nodiscard]] constexpr std::size_t asSize(Index index) { return static_cast<std::size_t>(index); }

}  // namespace lookback

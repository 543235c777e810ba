#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/engine/trace.h"

namespace lookback {

/// The direction of a nudge: along one dimension, or drawn from a seed.
/// @param width of the embeddings. @param dimension of them; none: `width` normal numbers, scaled
/// to length 1
/// @return (1, width)
[[nodiscard]] Matrix<double> nudgeDirection(Index width, std::optional<Index> dimension,
                                            std::uint32_t seed);

/// The document with the embedding of a token moved along a direction, (1, d_in), rounded to the
/// dtype.
[[nodiscard]] Document nudged(const Document& document, Index token,
                              const Matrix<double>& direction, double amount);

/// The distance that each of the first `before.rows()` outputs has moved: the length of the
/// difference of its row. Exactly 0 where no number differs (0 equals -0, NaN equals NaN); NaN
/// where a number became NaN or was NaN.
/// @param before,after results with rows of equal width; `after` may have more rows
[[nodiscard]] std::vector<double> outputMoves(const MatrixView& before, const MatrixView& after);

}  // namespace lookback

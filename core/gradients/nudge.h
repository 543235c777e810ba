#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/attention/trace.h"

namespace lookback {

/// The way that a nudge goes: along one dimension, or in a direction drawn from a seed.
/// @param width of the embeddings. @param dimension of them; none: a direction of length 1, its
/// numbers in the ratios of as many normal ones
/// @return (1, width)
[[nodiscard]] Matrix<double> nudgeDirection(Index width, std::optional<Index> dimension,
                                            std::uint32_t seed);

/// The document with the embedding of a token moved along a direction, (1, d_in). Numbers keep to
/// what the dtype holds.
[[nodiscard]] Document nudged(const Document& document, Index token,
                              const Matrix<double>& direction, double amount);

/// By how much each of the first `before.rows()` outputs has moved: the length of the difference of
/// its row. Exactly 0 where no number differs (0 and -0 do not, nor does NaN from NaN); NaN where a
/// number became NaN or was it.
/// @param before,after results of as wide rows; `after` may have more of them
[[nodiscard]] std::vector<double> outputMoves(const MatrixView& before, const MatrixView& after);

}  // namespace lookback

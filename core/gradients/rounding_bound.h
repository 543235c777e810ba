#pragma once

#include <span>
#include <vector>

#include "core/engine/trace.h"

namespace lookback {

/// A token, and the outputs from which the mask hides it.
struct HiddenWord {
    Index token = 0;
    std::vector<Index> outputs;
};

/// A hidden word whose score, made as large as embeddings of usual size make it, may move an output
/// by more than rounding does.
struct ReachingScore {
    Cell cell{};               ///< (output, token)
    Matrix<double> embedding;  ///< (1, d_in) with the greatest score in a head
};

/// A bound of the moves of hidden outputs where blocked weights are divided away again, by other
/// embeddings of one hidden word whose numbers are at most the document's largest.
struct RoundingBound {
    /// In units in the last place of the largest number of the output's row; infinite where an
    /// allowed weight may be lost.
    double places = 0;
    double largest = 0;  ///< the document's largest number, as the dtype holds it
    double score = 0;    ///< the greatest blocked score that such embeddings give
    /// The score from which on the bound is above `most_places`, of the output that reaches it
    /// first; infinite where none does.
    double from = 0;
    /// Those with a bound above `most_places`, the greatest score first; at most 256.
    std::vector<ReachingScore> reaching;
};

/// Bounds the error of softmax over all keys, divided by the sum of the allowed weights: the
/// greatest score of a hidden word j in row i is the one at its own embedding plus
/// sum over d of |g_d| (largest + |x_jd|), g = (q_i R_j) W_k^T, divided, capped and sloped. Above
/// it, an allowed weight e^(s - score) keeps a relative error of |s - score| / 2 + 3 units of the
/// precision in which softmax is computed, of half a unit of the dtype, and half the least number
/// of the dtype.
/// @param trace of this document, whose masking leaves rounding only (`leavesRounding`)
[[nodiscard]] RoundingBound roundingBound(const Document& document, const Trace& trace,
                                          std::span<const HiddenWord> hidden, double most_places);

}  // namespace lookback

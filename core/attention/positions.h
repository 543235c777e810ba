#pragma once

#include <cmath>
#include <cstdlib>
#include <vector>

#include "core/attention/attention.h"

// The order of the tokens. Without a mask and without these functions, tokens in another order give
// the same rows in that other order. A model adds positions in one of three places: to the
// embeddings, to queries and keys, or to the scores. Formulas count positions from 0.

namespace lookback::textbook {

// Positions in the embeddings: the first step, before queries, keys and values.

/// Returns the sinusoidal positions P. Columns 2i and 2i + 1 hold a sine and a cosine of the same
/// wavelength, which grows with i:
///     P[t, 2i] = sin(t / base^(2i / d_in)),  P[t, 2i + 1] = cos(t / base^(2i / d_in))
/// @param base usually 10000
/// @return (n, d_in); an odd d_in ends with a sine
/// Source: Vaswani et al. 2017, section 3.5.
inline Matrix sinusoidalPositions(Index n, Index d_in, double base) {
    Matrix positions(n, d_in);
    for (Index token = 0; token < n; ++token) {
        for (Index column = 0; column < d_in; ++column) {
            const Index even = column - column % 2;
            const double exponent = static_cast<double>(even) / static_cast<double>(d_in);
            const double angle = static_cast<double>(token) / std::pow(base, exponent);
            positions(token, column) = column == even ? std::sin(angle) : std::cos(angle);
        }
    }
    return positions;
}

/// Adds positions to the embeddings: X + P replaces X in all later steps. P is sinusoidal or
/// learned; a learned P, as in GPT-2, is a matrix of the model with one row for each position.
/// @param embeddings, positions (n, d_in)
/// @return (n, d_in)
inline Matrix addPositions(const Matrix& embeddings, const Matrix& positions) {
    return embeddings + positions;
}

// Positions in queries and keys: rotary positions (RoPE), after project and before scorePairs. Two
// dimensions a and b of a vector are a point (x_a, x_b) in a plane. In row t, pair i of dimensions
// is rotated by the angle t · base^(−2i / d_k). A score then depends on the two positions only
// through their difference.
// Source: Su et al. 2021, RoFormer, section 3.2.

/// Rotates pair i of all rows, the dimensions `a` and `b`, in place:
///     x_a′ = x_a cos(angle) − x_b sin(angle),  x_b′ = x_a sin(angle) + x_b cos(angle)
/// @param vectors (n, d_k)
inline void rotatePair(Matrix& vectors, Index i, Index a, Index b, double base) {
    const double exponent = static_cast<double>(2 * i) / static_cast<double>(vectors.cols());
    for (Index token = 0; token < vectors.rows(); ++token) {
        const double angle = static_cast<double>(token) / std::pow(base, exponent);
        const double x_a = vectors(token, a);
        const double x_b = vectors(token, b);
        vectors(token, a) = x_a * std::cos(angle) - x_b * std::sin(angle);
        vectors(token, b) = x_a * std::sin(angle) + x_b * std::cos(angle);
    }
}

/// Returns the rotated queries Q′ or keys K′. Pair i has the dimensions 2i and 2i + 1, as in the
/// paper.
/// @param vectors (n, d_k), queries or keys; d_k is even
/// @param base usually 10000
/// @return (n, d_k)
inline Matrix rotateInterleaved(Matrix vectors, double base) {
    for (Index i = 0; i < vectors.cols() / 2; ++i) rotatePair(vectors, i, 2 * i, 2 * i + 1, base);
    return vectors;
}

/// Returns the rotated queries or keys as `rotateInterleaved`, but pair i has the dimensions i and
/// i + d_k / 2, as in GPT-NeoX.
inline Matrix rotateHalves(Matrix vectors, double base) {
    const Index half = vectors.cols() / 2;
    for (Index i = 0; i < half; ++i) rotatePair(vectors, i, i, i + half, base);
    return vectors;
}

// Positions in the scores: ALiBi, after scaleScores and before the mask.
// Source: Press, Smith and Lewis 2022, Train Short, Test Long, section 3.

/// Subtracts from each score the distance of query and key times a slope:
///     S_b[i, j] = S′[i, j] − slope · |i − j|
/// @param scores (n, n), scaled
/// @param slope > 0, another one for each head
/// @return (n, n)
inline Matrix subtractDistances(const Matrix& scores, double slope) {
    Matrix biased(scores.rows(), scores.cols());
    for (Index query = 0; query < scores.rows(); ++query) {
        for (Index key = 0; key < scores.cols(); ++key) {
            const auto distance = static_cast<double>(std::abs(query - key));
            biased(query, key) = scores(query, key) - slope * distance;
        }
    }
    return biased;
}

/// Returns the usual slopes, one for each head. Where `heads` is a power of 2, head h (from 1) has
/// 2^(−8h / heads). Otherwise the slopes of the next smaller power of 2 come first, then the first,
/// third, fifth slope of twice that power, and so on, as in the authors' program.
inline std::vector<double> alibiSlopes(Index heads) {
    Index power = 1;
    while (2 * power <= heads) power *= 2;
    std::vector<double> slopes;
    for (Index h = 1; h <= power; ++h) {
        slopes.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(power)));
    }
    for (Index h = 1; power + (h + 1) / 2 <= heads; h += 2) {
        slopes.push_back(std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(2 * power)));
    }
    return slopes;
}

}  // namespace lookback::textbook

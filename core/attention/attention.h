#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/matrix.h"

// Masked self-attention, as a textbook has it: one plain function for each step, in the order of
// the computation. The program itself computes with core/engine, which is faster. Tests compare
// every matrix of the engine with the matrix of the function here.
//
// Input. A sentence of n tokens is a matrix X: row i is the embedding of token i, d_in numbers. The
// matrices W_q, W_k and W_v belong to the model. Training finds them; here they are given. The mask
// M says for each pair of tokens whether the first may look at the second.
//
// Steps.
//     Q = X W_q, K = X W_k, V = X W_v    a query, a key and a value for each token
//     S = Q K^T                          a score for each pair: how well query i matches key j
//     S′ = S / √d_k                      scaled, so that their spread does not depend on d_k
//     S_M = S′ where M allows, else −∞   masked: some of the pairs are blocked
//     A = softmax(S_M)                   attention weights: each row is ≥ 0 and adds up to 1
//     C = A V                            the context: for each token, a weighted mean of the values
//
// Result. Row i of C is the new vector of token i. It depends on token i and on the tokens that
// token i may look at, on no others. With a causal mask no later token is among them, so a language
// model can learn to predict token i + 1 from row i, for all tokens of a text at once. "Self" says
// that queries, keys and values come from the same sentence.
//
// In (n, n) matrices row i is the query, the token that looks; column j is the key, the token that
// it looks at. Formulas count tokens from 0.
//
// This file has the steps that nearly every model takes. After it, read positions.h, which adds the
// order of the tokens, and masks.h, the common masks and other ways to apply a mask.
//
// Source, unless a function names another: Vaswani et al. 2017, Attention Is All You Need, section
// 3.2.

namespace lookback::textbook {

using Matrix = lookback::Matrix<double>;
/// The mask M (n, n): true where the query of the row may look at the key of the column.
using Mask = lookback::Matrix<bool>;

/// Multiplies the vector of each token by a matrix of the model: Q = X W_q, K = X W_k, V = X W_v;
/// with several heads also the output Y = C W_o.
/// @param vectors (n, d_in), one row for each token
/// @param w (d_in, d_out); d_out is d_k for W_q and W_k, d_v for W_v
/// @return (n, d_out)
inline Matrix project(const Matrix& vectors, const Matrix& w) { return vectors * w; }

/// Multiplies as `project` above and adds the model's bias to each row: Q = X W_q + b_q. Many
/// models have biases, as GPT-2; others, as Llama, have none.
/// @param bias (1, d_out)
/// @return (n, d_out)
inline Matrix project(const Matrix& vectors, const Matrix& w, const Matrix& bias) {
    return (vectors * w).rowwise() + bias.row(0);
}

/// Returns the scores S = Q K^T. S[i, j] is the dot product of query i and key j: above 0 where the
/// angle between the two vectors is below 90°, and farther from 0 for longer vectors.
/// @param queries, keys (n, d_k)
/// @return (n, n)
inline Matrix scorePairs(const Matrix& queries, const Matrix& keys) {
    return queries * keys.transpose();
}

/// Divides scores: S′ = S / divisor. The usual divisor is √d_k, since a dot product of vectors with
/// d_k independent numbers of mean 0 and variance 1 has variance d_k (footnote 4 of the paper).
/// Without the division, the largest score of a row gets nearly all of the weight where d_k is
/// large. Some models divide by d_k or by a number of their own; 1 leaves the scores as they are.
/// @param scores (n, n)
/// @return (n, n)
inline Matrix scaleScores(const Matrix& scores, double divisor) { return scores / divisor; }

/// Keeps scores between −cap and cap: S_c = cap · tanh(S′ / cap). Few models take this step.
/// @param scores (n, n), scaled
/// @return (n, n)
/// Source: Gemma Team 2024, Gemma 2, "Logit soft-capping".
inline Matrix capScores(const Matrix& scores, double cap) {
    Matrix capped(scores.rows(), scores.cols());
    for (Index query = 0; query < scores.rows(); ++query) {
        for (Index key = 0; key < scores.cols(); ++key) {
            capped(query, key) = cap * std::tanh(scores(query, key) / cap);
        }
    }
    return capped;
}

/// Replaces blocked scores: S_M[i, j] = S′[i, j] where M[i, j] is true, else `value`. With −∞ a
/// blocked weight is exactly 0, since e^−∞ = 0. With −1e9 it rounds to 0 where the row has an
/// allowed score far above −1e9. `masked_fill` of PyTorch does the same by a mask of the opposite
/// sense: true where blocked.
/// @param scores, mask (n, n)
/// @return (n, n)
/// Source: section 3.2.3.
inline Matrix fillBlocked(const Matrix& scores, const Mask& mask, double value) {
    return mask.select(scores, value);
}

/// Turns each row of scores into attention weights, numbers ≥ 0 that add up to 1:
///     A[i, j] = e^S_M[i, j] / (sum of e^S_M[i, k] over all keys k)
/// The largest score of the row is subtracted first. It cancels in the quotient, and no power of e
/// overflows. A row in which every score is −∞ becomes NaN, as in PyTorch.
/// @param scores (n, n)
/// @return (n, n)
inline Matrix softmaxRows(const Matrix& scores) {
    Matrix weights(scores.rows(), scores.cols());
    for (Index query = 0; query < scores.rows(); ++query) {
        const double largest = scores.row(query).maxCoeff();
        double sum = 0;
        for (Index key = 0; key < scores.cols(); ++key) {
            weights(query, key) = std::exp(scores(query, key) - largest);
            sum += weights(query, key);
        }
        weights.row(query) /= sum;
    }
    return weights;
}

/// Returns the context C = A V: row i is the sum of all values, each multiplied by its weight in
/// row i of A. A finite value with weight 0 adds nothing.
/// @param weights (n, n)
/// @param values (n, d_v)
/// @return (n, d_v)
inline Matrix sumValues(const Matrix& weights, const Matrix& values) { return weights * values; }

/// Puts the contexts of the heads side by side: C = [C_1 C_2 …].
/// @param contexts at least one, (n, d_v) each
/// @return (n, heads · d_v)
inline Matrix joinHeads(const std::vector<Matrix>& contexts) {
    const Index d_v = contexts.front().cols();
    Matrix joined(contexts.front().rows(), static_cast<Index>(contexts.size()) * d_v);
    for (std::size_t head = 0; head < contexts.size(); ++head) {
        joined.middleCols(static_cast<Index>(head) * d_v, d_v) = contexts[head];
    }
    return joined;
}

/// Returns masked self-attention with one head, all steps together:
///     C = softmax(Q K^T / √d_k where M allows, else −∞) V
/// @param embeddings (n, d_in)
/// @param w_q, w_k (d_in, d_k)
/// @param w_v (d_in, d_v)
/// @param mask (n, n)
/// @return the context (n, d_v)
/// Source: equation 1, with the mask of section 3.2.3.
inline Matrix selfAttention(const Matrix& embeddings, const Matrix& w_q, const Matrix& w_k,
                            const Matrix& w_v, const Mask& mask) {
    const Matrix queries = project(embeddings, w_q);
    const Matrix keys = project(embeddings, w_k);
    const Matrix values = project(embeddings, w_v);

    const Matrix scores = scorePairs(queries, keys);
    const auto d_k = static_cast<double>(keys.cols());
    const Matrix scaled_scores = scaleScores(scores, std::sqrt(d_k));
    const double minus_infinity = -std::numeric_limits<double>::infinity();
    const Matrix masked_scores = fillBlocked(scaled_scores, mask, minus_infinity);
    const Matrix attention_weights = softmaxRows(masked_scores);
    return sumValues(attention_weights, values);
}

/// Returns masked self-attention with several heads: Y = [C_1 C_2 …] W_o. Each head takes all steps
/// with its own columns of W_q, W_k and W_v, so its attention weights are its own.
/// @param embeddings (n, d_in)
/// @param w_q, w_k (d_in, heads · d_k): d_k columns for each head, side by side
/// @param w_v (d_in, heads · d_v): d_v columns for each head, side by side
/// @param w_o (heads · d_v, d_out)
/// @param mask (n, n), the same for all heads
/// @return the output Y (n, d_out)
/// Source: section 3.2.2.
inline Matrix multiHeadAttention(const Matrix& embeddings, const Matrix& w_q, const Matrix& w_k,
                                 const Matrix& w_v, const Matrix& w_o, Index heads,
                                 const Mask& mask) {
    const Index d_k = w_q.cols() / heads;
    const Index d_v = w_v.cols() / heads;
    std::vector<Matrix> contexts;
    for (Index head = 0; head < heads; ++head) {
        contexts.push_back(selfAttention(embeddings, w_q.middleCols(head * d_k, d_k),
                                         w_k.middleCols(head * d_k, d_k),
                                         w_v.middleCols(head * d_v, d_v), mask));
    }
    return project(joinHeads(contexts), w_o);
}

}  // namespace lookback::textbook

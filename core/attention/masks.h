#pragma once

#include <cstdlib>
#include <functional>
#include <vector>

#include "core/attention/attention.h"

// The common masks, then other ways to apply a mask than `fillBlocked`. Any (n, n) matrix of true
// and false is a mask; these have names. Comments say when query i may look at key j.

namespace lookback::textbook {

/// Returns the mask (n, n) of a rule: M[i, j] = allows(i, j).
inline Mask maskWhere(Index n, const std::function<bool(Index query, Index key)>& allows) {
    Mask mask(n, n);
    for (Index query = 0; query < n; ++query) {
        for (Index key = 0; key < n; ++key) mask(query, key) = allows(query, key);
    }
    return mask;
}

/// Allows every pair: no mask. BERT and other encoders look at all tokens.
inline Mask allowAll(Index n) {
    return maskWhere(n, [](Index, Index) { return true; });
}

/// Allows j ≤ i: a token looks at itself and at earlier tokens. GPT, Llama and all other decoders
/// use it.
/// Source: Vaswani et al. 2017, section 3.2.3.
inline Mask causalMask(Index n) {
    return maskWhere(n, [](Index query, Index key) { return key <= query; });
}

/// Allows j < i: a token looks at earlier tokens, not at itself. Usually a mistake: the first token
/// looks at no token.
inline Mask strictCausalMask(Index n) {
    return maskWhere(n, [](Index query, Index key) { return key < query; });
}

/// Allows j ≤ i + diagonal: the lower triangle that `tril(diagonal)` of PyTorch keeps.
inline Mask offsetMask(Index n, Index diagonal) {
    return maskWhere(n, [=](Index query, Index key) { return key - query <= diagonal; });
}

/// Allows i − window < j ≤ i: a token looks at the last `window` tokens, itself included.
/// Source: Jiang et al. 2023, Mistral 7B, section 2.
inline Mask slidingWindowMask(Index n, Index window) {
    return maskWhere(n, [=](Index query, Index key) {
        const Index back = query - key;
        return back >= 0 && back < window;
    });
}

/// Allows |i − j| < window: a token looks at near tokens, earlier and later.
/// Source: Beltagy, Peters and Cohan 2020, Longformer, section 3.1.
inline Mask localWindowMask(Index n, Index window) {
    return maskWhere(n, [=](Index query, Index key) { return std::abs(query - key) < window; });
}

/// Allows j ≤ i or j < prefix: causal, but every token looks at the whole prefix.
/// Source: Raffel et al. 2020 (T5), section 3.2.1.
inline Mask prefixMask(Index n, Index prefix) {
    return maskWhere(n, [=](Index query, Index key) { return key <= query || key < prefix; });
}

/// Allows valid keys j: no token looks at padding, which fills the short sentences of a batch.
/// @param is_valid n entries, false for padding
inline Mask paddingMask(const std::vector<bool>& is_valid) {
    return maskWhere(static_cast<Index>(is_valid.size()),
                     [&](Index, Index key) -> bool { return is_valid[asSize(key)]; });
}

/// Allows i and j of the same document, where several are packed into one sequence.
/// @param document_of n entries, the number of the document of each token
inline Mask documentsMask(const std::vector<Index>& document_of) {
    return maskWhere(static_cast<Index>(document_of.size()), [&](Index query, Index key) {
        return document_of[asSize(query)] == document_of[asSize(key)];
    });
}

/// Allows j ≤ i where i − j is a multiple of stride.
/// Source: Child et al. 2019, Generating Long Sequences with Sparse Transformers.
inline Mask stridedMask(Index n, Index stride) {
    return maskWhere(n, [=](Index query, Index key) {
        const Index back = query - key;
        return back >= 0 && back % stride == 0;
    });
}

/// Allows j ≤ i where i − j < window or j < sinks: the last `window` tokens and the first `sinks`.
/// Source: Xiao et al. 2023, Efficient Streaming Language Models with Attention Sinks.
inline Mask streamingMask(Index n, Index window, Index sinks) {
    return maskWhere(n, [=](Index query, Index key) {
        const Index back = query - key;
        return back >= 0 && (back < window || key < sinks);
    });
}

/// Allows |i − j| < window, i < global or j < global: the first `global` tokens look at all tokens,
/// and all tokens look at them.
/// Source: Longformer, section 3.1.
inline Mask globalWindowMask(Index n, Index window, Index global) {
    return maskWhere(n, [=](Index query, Index key) {
        return std::abs(query - key) < window || query < global || key < global;
    });
}

/// Allows |i − j| = 0, 1, 2 ... (window − 1) times dilation: a local window with gaps.
/// Source: Longformer, section 3.1.
inline Mask dilatedWindowMask(Index n, Index window, Index dilation) {
    return maskWhere(n, [=](Index query, Index key) {
        const Index distance = std::abs(query - key);
        return distance % dilation == 0 && distance < window * dilation;
    });
}

/// Allows the pairs that both masks (n, n) allow, such as causal and padding.
inline Mask joinMasks(const Mask& one, const Mask& other) {
    return (one.array() && other.array()).matrix();
}

// The mask on scores (n, n), before softmax; for `fillBlocked` see attention.h.

/// Adds to blocked scores: S_M = S′ + B, where B is 0 where M allows, else `value`. With −∞ finite
/// scores become the same as by `fillBlocked`.
inline Matrix addToBlocked(const Matrix& scores, const Mask& mask, double value) {
    const Matrix zeros = Matrix::Zero(scores.rows(), scores.cols());
    return scores + fillBlocked(zeros, mask, value);
}

/// Multiplies scores by 1 where allowed and by 0 where blocked: S_M = S′ · M. A common mistake:
/// softmax gives a weight above 0 to a score of 0.
inline Matrix multiplyByMask(const Matrix& scores, const Mask& mask) {
    return scores.cwiseProduct(mask.cast<double>());
}

/// Adds 1 to allowed scores: S_M = S′ + M. A common mistake: blocked scores stay as they are, so
/// their weights fall by a factor of e at most.
inline Matrix addMask(const Matrix& scores, const Mask& mask) {
    return scores + mask.cast<double>();
}

/// Turns each column of scores into weights that add up to 1, a softmax over the wrong axis:
///     A[i, j] = e^S_M[i, j] / (sum of e^S_M[k, j] over all queries k)
/// A common mistake: `softmax(dim=0)`, or NumPy's sum without `axis` and `keepdims`. The weights of
/// a query do not add up to 1, and they depend on later queries, which no mask hides. A column in
/// which every score is −∞ becomes NaN.
inline Matrix softmaxColumns(const Matrix& scores) {
    return softmaxRows(scores.transpose()).transpose();
}

// The mask on attention weights (n, n), after softmax.

/// Sets the weights of tokens that may look at no token to 0. Filled with −∞, they would be NaN.
inline Matrix clearEmptyRows(Matrix weights, const Mask& mask) {
    for (Index query = 0; query < weights.rows(); ++query) {
        if (!mask.row(query).any()) weights.row(query).setZero();
    }
    return weights;
}

/// Sets blocked weights to 0: A_M = A_0 · M, where A_0 is the softmax of scores without a mask.
/// Rows add up to less than 1 then; to leave out `renormalizeRows` is a common mistake.
inline Matrix zeroBlocked(const Matrix& weights, const Mask& mask) {
    return weights.cwiseProduct(mask.cast<double>());
}

/// Divides each row of A_M by its sum: A[i, j] = A_M[i, j] / (sum of A_M[i, k] over all keys k). A
/// row of zeros becomes NaN.
inline Matrix renormalizeRows(Matrix weights) {
    for (Index query = 0; query < weights.rows(); ++query) {
        weights.row(query) /= weights.row(query).sum();
    }
    return weights;
}

}  // namespace lookback::textbook

#pragma once

#include "core/attention/trace.h"

namespace lookback {

/// One head, as far as the result is concerned.
///
/// With row vectors, s the scores that enter the softmax, A the weights, u_m = v_m W_o (or v_m) and
/// c_i = sum over m of A_im u_m, what the head adds to the result:
///     d c_i / d s_im = A_im u_m - D_im c_i
/// Here D = A for softmax, and also for weights that are renormalised: the blocked exponentials
/// cancel out of A, so the derivative with respect to a blocked score is 0 and is taken as exactly
/// that (in floating point the division leaves noise). Where blocked weights are only set to 0, D
/// are the weights before that, whose denominator holds the blocked scores. From there
///     d s_im / d x_m = t_im (q'_i R_m) W_k^T,   d s_im / d x_i += t_im (k'_m R_i) W_q^T
/// with R the rotation back (or none) and t = 1 / divisor, times 1 - tanh^2 where scores are
/// capped, 0 where masking replaces or zeroes a score.
struct LeakHead {
    Matrix<double> w_query;      ///< (d_in, d_k)
    Matrix<double> w_key;        ///< (d_in, d_k)
    Matrix<double> w_value;      ///< (d_in, width), W_v W_o or W_v
    Matrix<double> queries;      ///< (n, d_k), rotated where the scores use rotated ones
    Matrix<double> keys;         ///< (n, d_k)
    Matrix<double> values;       ///< (n, width), u
    Matrix<double> weights;      ///< (n, n), A
    Matrix<double> denominator;  ///< (n, n), D
    Matrix<double> mixed;        ///< (n, width), c
    Matrix<double> bends;        ///< (n, n), 1 - tanh^2; empty where scores are not capped
    Index first = 0;             ///< column of the result where its part begins

    // For one query:
    Matrix<double> slopes;  ///< (n, width), row m: t_im d c_i / d s_im
    Matrix<double> along;  ///< (n, d_in), row m: (q'_i R_m) W_k^T; one row where nothing is rotated

    /// A key without any share in a query's softmax: it adds exactly nothing, not even 0 *
    /// infinity.
    [[nodiscard]] bool isAbsent(Index query, Index key) const {
        return weights(query, key) == 0 && denominator(query, key) == 0;
    }
};

/// @param trace of this document. @param head whose it is; of its matrices for one query only their
/// room is there
[[nodiscard]] LeakHead leakHeadOf(const Document& document, const Trace& trace, Index head);

}  // namespace lookback

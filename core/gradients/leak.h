#pragma once

#include <optional>
#include <vector>

#include "core/base/gives_up.h"
#include "core/base/result.h"
#include "core/engine/trace.h"

namespace lookback {

/// Which token changes which output when its embedding changes a little: derivatives at the numbers
/// of a document. A derivative of 0 does not prove that no change has an effect; leak_verdict.h
/// decides that.
struct Influence {
    /// (n, n) Frobenius norm of the exact Jacobian block d result_i / d x_j, where x_j is row j of
    /// the embeddings (positions are constants), over the finite numbers of result_i. It is exactly
    /// 0 where the mask holds, without rounding noise. NaN where no number of result_i is finite.
    Matrix<double> norms;
    /// Row by row, the cells that the mask blocks although their norm is above 0. Diagonal cells do
    /// not count: a token's own query comes from x_i under every mask. NaN does not count.
    std::vector<Cell> leaks;
};

/// How many numbers of a row are not finite.
struct EndlessNumbers {
    Index nan = 0;
    Index infinite = 0;

    [[nodiscard]] Index count() const { return nan + infinite; }
};

[[nodiscard]] EndlessNumbers endlessIn(const MatrixView& result, Index row);

/// Approximate multiplications of the influence: n^2 * (d_in + d_k) * heads times the width of the
/// result of a head (d_out with W_o, else d_v). A billion take less than a second.
[[nodiscard]] double influenceWork(const Document& document);

/// The fault of a leak test that takes too much work, or more than `allowed` bytes with the
/// document's trace and a second trace for trials; nothing where it does not.
[[nodiscard]] std::optional<Error> leakFault(const Document& document, double allowed);

/// The influence of every token on every output, compared with the document's own mask.
/// Computed in double precision from the trace, whose numbers have the document's dtype.
/// @param trace of this document. Errors: more work than kMaxInfluenceWork.
[[nodiscard]] Result<Influence> influence(const Document& document, const Trace& trace);

/// The influence compared with another mask: the leaks of a document without a mask, where
/// `promised` would block.
[[nodiscard]] Result<Influence> influence(const Document& document, const Trace& trace,
                                          const Mask& promised, const GivesUp& gives_up = {});

}  // namespace lookback

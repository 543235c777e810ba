#pragma once

#include <optional>
#include <vector>

#include "core/attention/trace.h"
#include "core/base/gives_up.h"
#include "core/base/result.h"

namespace lookback {

/// Which token can change which output by a small change: the derivative at the numbers at hand.
/// A derivative of 0 does not prove that no change would show; leak_verdict.h judges that.
struct Influence {
    /// (n, n) Frobenius norm of the exact Jacobian block d result_i / d x_j, where x_j is row j of
    /// the embeddings (positions are constants). It is exactly 0 where the mask holds, without
    /// rounding noise. A row whose result is NaN is NaN throughout.
    Matrix<double> norms;
    /// Row by row, the cells that the mask blocks and whose norm is above 0 all the same. A
    /// diagonal cell is never one: a token's own query comes from x_i, whatever the mask says. Nor
    /// is NaN.
    std::vector<Cell> leaks;
};

/// How many multiplications the influence takes, about: n^2 * (d_in + d_k) * heads times the width
/// of what a head adds to (d_out with W_o, else d_v). A billion take less than a second.
[[nodiscard]] double influenceWork(const Document& document);

/// Why a leak test takes more than it may, with the trace that it is of and another to try numbers
/// in; nothing where it does not. @param allowed bytes of memory
[[nodiscard]] std::optional<Error> leakFault(const Document& document, double allowed);

/// The influence of every token on every output, held against the document's own mask.
/// Computed in double precision from the trace, whose numbers have the document's dtype.
/// @param trace of this document. Errors: more work than kMaxInfluenceWork.
[[nodiscard]] Result<Influence> influence(const Document& document, const Trace& trace);

/// The same, held against another mask: what a document without a mask gives away of what
/// `promised` would hide.
[[nodiscard]] Result<Influence> influence(const Document& document, const Trace& trace,
                                          const Mask& promised, const GivesUp& gives_up = {});

}  // namespace lookback

#pragma once

#include <iosfwd>
#include <string_view>

#include "core/base/result.h"
#include "core/gradients/backward.h"
#include "core/gradients/leak_verdict.h"

namespace lookback {

/// The gradients as one JSON object in the manner of the trace's:
/// `{"lookback_gradients": 1, "dtype": ..., "loss": ..., "inputs": [...], "stages": [...]}`, where
/// each entry has the id, the shape and the numbers of a gradient.
void writeGradientsJson(std::ostream& out, const Document& document, const Gradients& gradients);

/// Reads the gradient above the result, G: a JSON list of `rows` lists of `cols` finite numbers
/// that fit the dtype.
/// Errors: the first fault, with the place in the list as `where` (`[1][0]`).
[[nodiscard]] Result<Matrix<double>> readUpstream(std::string_view text, Index rows, Index cols,
                                                  DType dtype);

/// A leak test as one JSON object: `influence` (n, n), `leaks` as [output, token], `allowed` (n,
/// n), the document's mask, the `kind` of the verdict, `future` with the count of `pairs` and a
/// `list` of at most 4096 of them, `mask_looks` or null, its `example` or null, and the `verdict`
/// itself.
void writeLeakJson(std::ostream& out, const Trace& trace, const Influence& influence,
                   const LeakVerdict& verdict);

/// The matrix of the influence as the document's notebook prints matrices, and the verdict.
void writeLeakText(std::ostream& out, const Document& document, const Influence& influence,
                   const LeakVerdict& verdict);

}  // namespace lookback

#pragma once

#include "core/attention/trace.h"
#include "core/lesson/lesson.h"
#include "core/print/print_tensor.h"

namespace lookback {

/// The style in which a document's notebook prints: NumPy's where NumPy drew the numbers.
[[nodiscard]] PrintStyle printStyleOf(const Document& document);

/// A weight or stage in the shape in which a notebook has it: (n, d) where there is one head,
/// (heads, n, d) otherwise, and a batch dimension of 1 in front where the lesson has one.
[[nodiscard]] PrintTensor notebookTensor(const Document& document, const Trace& trace, MatrixId id);

/// The same as the print that a lesson expects has it: a mask the right way round, as True and
/// False or as 1. and 0.
[[nodiscard]] PrintTensor expectedTensor(const Document& document, const Trace& trace,
                                         const Expectation& expected);

}  // namespace lookback

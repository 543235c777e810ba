#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/engine/trace.h"
#include "core/lesson/lesson.h"
#include "core/print/print_tensor.h"

namespace lookback {

/// The style in which a document's notebook prints: NumPy's where NumPy drew the numbers.
[[nodiscard]] PrintStyle printStyleOf(const Document& document);

/// A weight or stage in the shape in which its code (core/code) has it: (n, d) where there is one
/// head, (heads, n, d) otherwise.
[[nodiscard]] PrintTensor allHeads(const Document& document, const Trace& trace, MatrixId id);

/// A weight or stage in the shape in which a notebook has it: (n, d) where there is one head,
/// (heads, n, d) otherwise, and a batch dimension of 1 in front where the lesson has one.
[[nodiscard]] PrintTensor notebookTensor(const Document& document, const Trace& trace, MatrixId id);

/// A weight or stage in the shape of the print that a lesson expects: a mask with True as printed,
/// as True and False or as 1. and 0.
[[nodiscard]] PrintTensor expectedTensor(const Document& document, const Trace& trace,
                                         const Expectation& expected);

/// One printed matrix of a lesson, compared string by string with the computed numbers.
struct ExpectationResult {
    MatrixId matrix = MatrixId::attention_weights;
    Index numbers = 0;          ///< how many numbers were printed
    bool is_comparable = true;  ///< false: there is no such matrix, or it has another shape
    std::vector<Error> misses;  ///< `where` is `expect[3].rows[0][1]`, the message names the cell

    [[nodiscard]] bool isMet() const { return misses.empty(); }
};

/// Compares every print that the document's lesson expects; empty where there is none.
/// @param trace of the document
[[nodiscard]] std::vector<ExpectationResult> checkExpectations(const Document& document,
                                                               const Trace& trace);
[[nodiscard]] std::vector<ExpectationResult> checkExpectations(const Document& document);

/// Compares the print of one matrix that the lesson expects of the document's own masking. Nothing
/// where the lesson has no such print in this style.
[[nodiscard]] std::optional<ExpectationResult> checkPrint(const Document& document,
                                                          const Trace& trace, MatrixId id,
                                                          PrintStyle style);

/// True where every expected print is met, digit by digit. Stops at the first that is not.
/// @param trace of the document
[[nodiscard]] bool meetsExpectations(const Document& document, const Trace& trace);

/// The procedure of the notebook that the document follows, by its masking method: 0 is the
/// lesson's own, 1 the notebook's second. Nothing where the notebook has one procedure, or the
/// document follows none of them.
[[nodiscard]] std::optional<std::size_t> followedProcedure(const Document& document);

}  // namespace lookback

#pragma once

#include <string>
#include <vector>

#include "core/attention/trace.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"

namespace lookback {

/// One printed matrix of a lesson, compared string by string with what is computed.
struct ExpectationResult {
    MatrixId matrix = MatrixId::attention_weights;
    Index numbers = 0;          ///< how many numbers were printed
    std::vector<Error> misses;  ///< `where` is `expect[3].rows[0][1]`, the message names the cell

    [[nodiscard]] bool isMet() const { return misses.empty(); }
};

/// Compares every print that the document's lesson expects; empty where there is none.
/// @param trace of the document
[[nodiscard]] std::vector<ExpectationResult> checkExpectations(const Document& document,
                                                               const Trace& trace);
[[nodiscard]] std::vector<ExpectationResult> checkExpectations(const Document& document);

/// True where every expected print comes out, digit by digit. Stops at the first that does not.
/// @param trace of the document
[[nodiscard]] bool meetsExpectations(const Document& document, const Trace& trace);

}  // namespace lookback

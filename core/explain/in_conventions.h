#pragma once

#include <string>
#include <string_view>

#include "core/document/mask.h"
#include "core/document/matrix_id.h"
#include "core/explain/conventions.h"

// Formulas of masks and matrices of attention are written for the conventions of files: true is
// allowed, rows are queries. These functions write them for the conventions of a reader.

namespace lookback {

struct Document;

/// True for matrices with a row for each query and a column for each key: scores to weights.
[[nodiscard]] constexpr bool isOfPairs(MatrixId id) {
    return info(id).rows == Axis::token && info(id).cols == Axis::token;
}

/// True where a matrix is shown transposed.
[[nodiscard]] constexpr bool isTurned(MatrixId id, const Conventions& conventions) {
    return isOfPairs(id) && !conventions.rows_are_queries;
}

/// The stage's formula: `S = K Q^T` where columns are queries, `(1 − M)` for M where true is
/// blocked.
[[nodiscard]] std::string formulaInConventions(const Document& document, MatrixId id,
                                               const Conventions& conventions);

/// The symbol of a matrix in formulas; for the context the product that makes it: `A^T·V`
/// where columns are queries.
[[nodiscard]] std::string_view symbolInConventions(MatrixId id, const Conventions& conventions);
/// The same with a `^T` where the matrix is turned.
[[nodiscard]] std::string symbolInConventions(MatrixId id, const Conventions& conventions,
                                              bool is_turned);

/// The operation of the stage in a few signs; empty: the symbol of the matrix is enough.
[[nodiscard]] std::string signInConventions(const Document& document, MatrixId id,
                                            const Conventions& conventions);

/// The truth value, 1 or 0, that the mask holds for a pair.
[[nodiscard]] constexpr int truthOf(bool allowed, const Conventions& conventions) {
    return allowed == conventions.true_is_allowed ? 1 : 0;
}

}  // namespace lookback

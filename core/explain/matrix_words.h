#pragma once

#include "core/base/message.h"
#include "core/document/matrix_id.h"
#include "core/explain/conventions.h"

namespace lookback {

/// A matrix as a heading: "Queries".
[[nodiscard]] Message titleOf(MatrixId id);

/// A matrix in a sentence: "scaled scores".
[[nodiscard]] Message allOf(MatrixId id);

/// A row of a matrix in a sentence: "query"; a row of a weight's product: "query" for W_q; an entry
/// of a matrix of pairs: "scaled score".
[[nodiscard]] Message oneOf(MatrixId id);

/// What belongs to a token in a matrix: "query", for matrices of pairs "row", or "column" where the
/// reader's columns are queries.
[[nodiscard]] Message rowOf(MatrixId id);

/// A row of a matrix: "row", or "column" as for `rowOf`.
[[nodiscard]] Message rowNameOf(MatrixId id);

/// Returns the symbol, the meaning and the shape of a matrix: "S′: the scaled scores, one row for
/// each query and one column for each key." @param is_turned transposed, so that its symbol has a T
[[nodiscard]] Message legendOf(MatrixId id, const Conventions& conventions, bool is_turned);

/// The rows of a matrix: "rows", or "columns" as for `rowOf`.
[[nodiscard]] Message rowsOf(MatrixId id);

}  // namespace lookback

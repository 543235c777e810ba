#pragma once

#include <string>
#include <string_view>

#include "core/document/mask.h"
#include "core/document/matrix_id.h"
#include "core/explain/conventions.h"
#include "core/explain/text_line.h"

// Texts speak of masks and matrices of attention as files do: true is allowed, rows are queries.
// Here they are written as other conventions have it.

namespace lookback {

/// True for the matrices of a query a row and a key a column, from the scores to the weights.
[[nodiscard]] constexpr bool isOfPairs(MatrixId id) {
    return info(id).rows == Axis::token && info(id).cols == Axis::token;
}

/// True where a matrix stands with its rows as columns.
[[nodiscard]] constexpr bool isTurned(MatrixId id, const Conventions& conventions) {
    return isOfPairs(id) && !conventions.rows_are_queries;
}

/// A text that speaks of matrices of attention: where columns are queries, its rows are columns,
/// and what lies above the diagonal lies below it. Tokens in it, in quotes or brackets, stay.
[[nodiscard]] std::string written(std::string_view text, const Conventions& conventions);
[[nodiscard]] TextLine written(TextLine line, const Conventions& conventions);

/// The stage's formula: `S = K Q^T` where columns are queries, `(1 − M)` for M where true is
/// blocked.
[[nodiscard]] std::string writtenFormula(const Document& document, MatrixId id,
                                         const Conventions& conventions);

/// The symbol of a matrix in formulas; that of the context says how it comes about.
[[nodiscard]] std::string_view writtenSymbol(MatrixId id, const Conventions& conventions);

/// What the stage does, in one line.
[[nodiscard]] std::string writtenLine(MatrixId id, const Conventions& conventions);

/// How the stage comes about, in a few signs; empty where the matrix's symbol says it.
[[nodiscard]] std::string_view writtenSign(MatrixId id, const Conventions& conventions);

/// Where one meets a kind of mask, a sentence. Of `tril(diagonal=k)`, which makes its matrix in a
/// library, it says what makes the matrix as it is written here.
[[nodiscard]] std::string writtenUse(MaskKind kind, const Conventions& conventions);

/// 1 or 0, as the mask has it for a pair.
[[nodiscard]] constexpr int truthOf(bool allowed, const Conventions& conventions) {
    return allowed == conventions.true_is_allowed ? 1 : 0;
}

}  // namespace lookback

#pragma once

#include <optional>
#include <vector>

#include "core/compare/masked_row.h"

namespace lookback {

/// A row of the table of precisions, or why the document cannot be computed so.
struct PrecisionRow {
    DType dtype = DType::float64;
    Result<MaskedRow> row{};
    /// The greatest value of the masking that leaves blocked keys exactly nothing, also where the
    /// document's own does not fit (`greatestBlockingValue`).
    std::optional<double> enough{};
};

/// Rows of so many keys are tried with many values in an instant.
inline constexpr Index kMostTriedKeys = 32;

/// The weights of one query in every precision. Computes the whole document in each; of sentences
/// of at most `kMostTriedKeys` tokens also which value would be enough.
/// @param query,head of the row. Errors, one a row: a number does not fit the dtype.
[[nodiscard]] std::vector<PrecisionRow> precisionTable(const Document& document, Index query,
                                                       Index head);

}  // namespace lookback

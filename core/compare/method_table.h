#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "core/compare/masked_row.h"

namespace lookback {

/// A row of the table of maskings, or why the document cannot be masked so.
struct MethodRow {
    Masking masking{};
    Result<MaskedRow> row{};
};

/// Values that notebooks mask with.
inline constexpr std::array kUsualMaskingValues{-1e9, -std::numeric_limits<double>::infinity()};

/// The weights of one query under every masking method, with every value where a method has one, in
/// the order of the document otherwise. Computes the weights of the whole document each time.
/// @param query,head of the row. Errors, one a row: the value does not fit the dtype.
[[nodiscard]] std::vector<MethodRow> methodTable(
    const Document& document, Index query, Index head,
    std::span<const double> values = kUsualMaskingValues);

}  // namespace lookback

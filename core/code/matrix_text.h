#pragma once

#include <optional>
#include <string>

#include "core/base/matrix_view.h"
#include "core/code/matrix_format.h"
#include "core/document/document.h"

namespace lookback {

struct MatrixTextOptions {
    MatrixFormat format = MatrixFormat::numpy;
    std::optional<int> decimals{};  ///< nothing: the shortest digits that read back exactly
    std::string variable{};         ///< that NumPy and PyTorch assign; empty: none
};

/// A matrix as an array of NumPy or PyTorch, as LaTeX's `bmatrix`, or as a table with tabs. Numbers
/// from a million on have all digits: `-1e9`; in Python each has a point or an exponent. True and
/// False are 1 and 0 in LaTeX and in the table.
/// @param document whose dtype the array has
[[nodiscard]] std::string matrixText(const Document& document, const MatrixView& matrix,
                                     const MatrixTextOptions& options);

}  // namespace lookback

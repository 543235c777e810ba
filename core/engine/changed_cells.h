#pragma once

#include <limits>
#include <vector>

#include "core/base/range.h"
#include "core/document/document.h"

namespace lookback {

struct Stage;

/// All rows, columns or heads of a matrix of any size.
inline constexpr Range kEvery{0, std::numeric_limits<Index>::max()};

/// The same rectangle of cells in some heads.
struct Region {
    Range heads;
    Range rows;
    Range cols;

    [[nodiscard]] bool empty() const { return heads.empty() || rows.empty() || cols.empty(); }
};

/// The least region that contains both; an empty region adds nothing.
[[nodiscard]] inline Region hull(const Region& a, const Region& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {hull(a.heads, b.heads), hull(a.rows, b.rows), hull(a.cols, b.cols)};
}

/// The cells of a matrix that an edit may change, as two regions: a changed token changes the row
/// of its query and the column of its key.
struct ChangedCells {
    Region rows{};  ///< whole rows
    Region cols{};  ///< columns, in all rows or in some

    [[nodiscard]] bool empty() const { return rows.empty() && cols.empty(); }
    /// All rows that hold a changed cell, in their whole width.
    [[nodiscard]] Region anyRow() const {
        Region any = hull(rows, cols);
        if (!any.empty()) any.cols = kEvery;
        return any;
    }
};

inline constexpr ChangedCells kAllChanged{.rows = {kEvery, kEvery, kEvery}};

[[nodiscard]] inline ChangedCells hull(const ChangedCells& a, const ChangedCells& b) {
    return {hull(a.rows, b.rows), hull(a.cols, b.cols)};
}

// Differences between two documents, compared to the last bit: 0 and -0 differ.

/// True where every matrix of the trace has the same shape and scalar for both.
[[nodiscard]] bool haveSameShapes(const Document& was, const Document& is);

[[nodiscard]] bool sameBits(double a, double b);
[[nodiscard]] bool sameBits(const std::vector<double>& a, const std::vector<double>& b);

/// The rows that differ. Matrices that the documents share are not compared.
[[nodiscard]] ChangedCells editedRows(const SharedMatrix& was, const SharedMatrix& is);

/// The rows (queries) for which a mask may have changed.
[[nodiscard]] ChangedCells editedRows(const Mask& was, const Mask& is);

/// The columns that differ, in the heads that they belong to. @param width columns of a head
[[nodiscard]] ChangedCells editedColumns(const SharedMatrix& was, const SharedMatrix& is,
                                         Index width);

/// The cells of a stage that an edit changes, found from the changed cells of its operands.
/// - Which rows of a weighted sum use a changed row of values depends on the weights: here only the
///   rows whose weights changed and changed columns of the values are found (`sharesRightRows`).
/// - Masking that replaces blocked scores hides changes of scores where an unchanged mask blocks.
[[nodiscard]] ChangedCells spread(const Stage& stage, const Document& document,
                                  const ChangedCells& left, const ChangedCells& right);

/// True for a stage whose rows are sums of rows of the right operand, weighted by numbers of the
/// left operand. A changed row of the right operand changes the rows with a weight other than 0
/// for it; `spread`, which does not read numbers, leaves them to engine.cpp.
[[nodiscard]] bool sharesRightRows(const Stage& stage, const Document& document);

}  // namespace lookback

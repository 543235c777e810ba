#pragma once

#include <limits>
#include <vector>

#include "core/base/range.h"
#include "core/document/document.h"

namespace lookback {

struct Stage;

/// All rows, columns or heads, however many there are.
inline constexpr Range kEvery{0, std::numeric_limits<Index>::max()};

/// The same rectangle of cells in some heads.
struct Region {
    Range heads;
    Range rows;
    Range cols;

    [[nodiscard]] bool empty() const { return heads.empty() || rows.empty() || cols.empty(); }
};

/// The least region that holds both; an empty one adds nothing.
[[nodiscard]] inline Region hull(const Region& a, const Region& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    return {hull(a.heads, b.heads), hull(a.rows, b.rows), hull(a.cols, b.cols)};
}

/// The cells of a matrix that an edit may change, as two regions: a changed token changes the row
/// of its query and the column of its key.
struct ChangedCells {
    Region rows{};  ///< whole rows
    Region cols{};  ///< columns, of all rows or of some

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

// What differs between two documents, found by comparing them to the last bit: 0 and -0 differ.

/// True where every matrix of the trace has the same shape and scalar for both.
[[nodiscard]] bool haveSameShapes(const Document& was, const Document& is);

[[nodiscard]] bool sameBits(double a, double b);
[[nodiscard]] bool sameBits(const std::vector<double>& a, const std::vector<double>& b);

/// The rows that differ. Matrices that the documents share are not looked at.
[[nodiscard]] ChangedCells editedRows(const SharedMatrix& was, const SharedMatrix& is);

/// The rows (queries) for which a mask may have changed.
[[nodiscard]] ChangedCells editedRows(const Mask& was, const Mask& is);

/// The columns that differ, in the heads that they belong to. @param width columns of a head
[[nodiscard]] ChangedCells editedColumns(const SharedMatrix& was, const SharedMatrix& is,
                                         Index width);

/// The cells that an edit changes of a stage, found from the changed cells of its operands.
/// - Which rows of a weighted sum use a changed row of values depends on the weights: here only the
///   rows whose weights changed and changed columns of the values are found (`sharesRightRows`).
/// - Masking that replaces blocked scores hides changes of scores where an unchanged mask blocks.
[[nodiscard]] ChangedCells spread(const Stage& stage, const Document& document,
                                  const ChangedCells& left, const ChangedCells& right);

/// True for a stage whose rows take a share of each row of the right operand, by numbers of the
/// left one. A changed row of the right operand then changes the rows that have a share in it,
/// which `spread` does not find, since that takes the numbers (see engine.cpp).
[[nodiscard]] bool sharesRightRows(const Stage& stage, const Document& document);

}  // namespace lookback

#pragma once

#include <limits>

#include "core/base/range.h"

namespace lookback {

/// Every place there is.
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

/// The cells of a matrix that an edit may change: those of two regions, one of whole rows and one
/// of columns, as one token is asked by all and asks all.
struct Touched {
    Region rows{};  ///< whole rows
    Region cols{};  ///< columns, of all rows or of some

    [[nodiscard]] bool empty() const { return rows.empty() && cols.empty(); }
    /// The rows that have any such cell, whole.
    [[nodiscard]] Region anyRow() const {
        Region any = hull(rows, cols);
        if (!any.empty()) any.cols = kEvery;
        return any;
    }
};

inline constexpr Touched kAllTouched{.rows = {kEvery, kEvery, kEvery}};

[[nodiscard]] inline Touched hull(const Touched& a, const Touched& b) {
    return {hull(a.rows, b.rows), hull(a.cols, b.cols)};
}

}  // namespace lookback

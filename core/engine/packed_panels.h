#pragma once

#include <algorithm>
#include <vector>

#include "core/base/range.h"
#include "core/engine/vector_kernels.h"

namespace lookback {

// Matrix products. Each number of a product is one sum in the order of its terms, each term fused
// into it where the processor can (FMA): its last bit depends neither on the other numbers that are
// computed with it nor on blocks and threads. Computing only the cells that an edit changed needs
// this, and no BLAS promises it.

/// The width of the panel that begins where `left` columns are left.
template <class Scalar>
[[nodiscard]] Index panelWidth(Index left) {
    const VectorKernels<Scalar>& kernels = vectorKernels<Scalar>();
    Index width = kernels.widest_panel;
    while (width > left && width > kernels.narrowest_panel) width /= 2;
    return width;
}

/// The columns of panels for `cols` columns of a matrix: the last panel may be padded.
template <class Scalar>
[[nodiscard]] Index panelColumns(Index cols) {
    const Index narrowest = vectorKernels<Scalar>().narrowest_panel;
    return (cols + narrowest - 1) / narrowest * narrowest;
}

/// The right operand of a product, (depth, cols), in the order in which the product reads it: panel
/// after panel of neighbouring columns, each row by row.
template <class Scalar>
struct Panels {
    Scalar* numbers = nullptr;  ///< depth * panelColumns(cols)
    Index depth = 0;
    Index cols = 0;

    /// Calls `use(first column, width, numbers)` for the panels that contain any of these columns.
    template <class Use>
    void each(const Range& wanted, Use use) const {
        for (Index at = 0; at < std::min(cols, wanted.end);) {
            const Index width = panelWidth<Scalar>(cols - at);
            if (at + width > wanted.begin) use(at, width, numbers + at * depth);
            at += width;
        }
    }

    /// Copies some rows of a matrix of this shape.
    template <class Source>
    void setRows(const Range& rows, const Source& matrix) const {
        each({0, cols}, [&](Index first, Index width, Scalar* panel) {
            const Index filled = std::min(width, cols - first);
            for (Index row = rows.begin; row < rows.end; ++row) {
                Scalar* const into = panel + row * width;
                for (Index k = 0; k < filled; ++k) {
                    into[k] = static_cast<Scalar>(matrix(row, first + k));
                }
                if (filled < width) std::fill(into + filled, into + width, Scalar(0));
            }
        });
    }

    /// Copies some columns from the rows of the transposed matrix.
    template <class Source>
    void setColumns(const Range& wanted, const Source& transposed) const {
        each(wanted, [&](Index first, Index width, Scalar* panel) {
            const Range filled = common({first, first + width}, wanted);
            for (Index row = 0; row < depth; ++row) {
                Scalar* const into = panel + row * width - first;
                for (Index col = filled.begin; col < filled.end; ++col) {
                    into[col] = static_cast<Scalar>(transposed(col, row));
                }
                if (filled.end == cols) std::fill(into + cols, into + first + width, Scalar(0));
            }
        });
    }
};

/// The right operand of products, laid out in memory that is reused.
template <class Scalar>
class RightOperand {
public:
    /// @param matrix (depth, cols) @return valid until the next call
    template <class Source>
    Panels<Scalar> take(const Source& matrix) {
        makeRoom(matrix.rows(), matrix.cols());
        panels().setRows({0, depth_}, matrix);
        return panels();
    }

    /// @param matrix (cols, depth): the operand transposed
    template <class Source>
    Panels<Scalar> takeTransposed(const Source& matrix) {
        makeRoom(matrix.cols(), matrix.rows());
        panels().setColumns({0, cols_}, matrix);
        return panels();
    }

    /// The last operand.
    [[nodiscard]] Panels<Scalar> panels() { return {numbers_.data(), depth_, cols_}; }

private:
    void makeRoom(Index depth, Index cols) {
        depth_ = depth;
        cols_ = cols;
        numbers_.resize(static_cast<std::size_t>(depth * panelColumns<Scalar>(cols)));
    }

    std::vector<Scalar> numbers_;
    Index depth_ = 0;
    Index cols_ = 0;
};

/// The product of rows with the panels that contain any of the wanted columns.
/// @param left (rows, depth). @param result (rows, cols); whole panels of it are written.
/// @param go_on adds to the numbers in `result`
template <class Scalar>
void multiplyRows(const RowsOf<const Scalar>& left, const Panels<Scalar>& right,
                  const Range& wanted, Terms terms, const RowsOf<Scalar>& result,
                  bool go_on = false) {
    if (result.count == 0) return;  // its numbers stand nowhere
    const VectorKernels<Scalar>& kernels = vectorKernels<Scalar>();
    right.each(wanted, [&](Index first, Index width, const Scalar* numbers) {
        kernels.multiply(left, {numbers, right.depth, width, std::min(width, right.cols - first)},
                         terms, go_on, {result.numbers + first, result.stride, result.count});
    });
}

}  // namespace lookback

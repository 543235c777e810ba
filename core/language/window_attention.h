#pragma once

#include <vector>

#include "core/engine/trace.h"
#include "core/gradients/backward.h"
#include "core/language/parameters.h"

namespace lookback {

// packed_panels.h, which sources that multiply include: here it would bring the vectors of the
// processor into every file that holds a model.
template <class Scalar>
struct Panels;
template <class Scalar>
constexpr Index panelColumns(Index cols);

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

/// Memory for the operands of the products of one window.
template <class Scalar>
struct WindowOperands {
    RightOperand<Scalar> right;
    Matrix<Scalar> left;  ///< transposed
};

/// The attention of a twin over many windows at once, and its backward pass: the stages of a
/// document whose tokens are the places of all windows, one window below the other. Scores and
/// context stay within a window: a row of a matrix of pairs has one column for each place of its
/// window. All other arithmetic, masking methods and their derivatives included, is the engine's.
template <class Scalar>
class WindowAttention {
public:
    /// @param windows their number @param length of each, at least 1
    WindowAttention(const ModelShape& model, const Twin& twin, Index windows, Index length);

    /// @param x (windows*length, d_model) @return of the same shape, valid until the next call
    Eigen::Map<const Matrix<Scalar>> forward(const Matrix<Scalar>& x,
                                             const Parameters<Scalar>& parameters);

    /// Writes the gradients of query, key, value and output after a `forward` with the same
    /// parameters. @param down gradient of the result @return gradient of x, valid until the next
    /// call
    const Matrix<Scalar>& backward(const Matrix<Scalar>& down, const Parameters<Scalar>& parameters,
                                   Parameters<Scalar>& gradients);

    /// Every stage as the last `forward` computed it.
    [[nodiscard]] const Trace& trace() const { return trace_; }

private:
    void makeRoom();

    Index windows_;
    Index length_;
    Document document_;
    Trace trace_;
    std::array<Tensor, kMatrixCount> operands_;
    Gradients gradients_;  // of the stages that are matrices of pairs, and of the context
    // Side by side for all heads, so that one product serves all:
    Matrix<Scalar> weights_;       // (d_model, heads*(2*d_k + d_v)): queries, keys, values
    Matrix<Scalar> down_weights_;  // gradients of `weights_`, in its shape
    Matrix<Scalar> projected_;     // (windows*length, as many): gradients of queries, keys, values
    Matrix<Scalar> down_x_;        // (windows*length, d_model)
    WindowOperands<Scalar> memory_;
};

}  // namespace lookback

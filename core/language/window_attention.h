#pragma once

#include "core/engine/packed_panels.h"
#include "core/engine/trace.h"
#include "core/gradients/backward.h"
#include "core/language/parameters.h"

namespace lookback {

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

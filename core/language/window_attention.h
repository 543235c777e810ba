#pragma once

#include "core/attention/trace.h"
#include "core/gradients/backward.h"
#include "core/language/parameters.h"

namespace lookback {

/// The attention of a twin over many windows at once, and its way back: the stages of a document
/// whose tokens are the places of all windows, one window below the other. Only scores and context
/// do not reach beyond a window: a row of a matrix of pairs has one column for each place of its
/// window. All else, every masking method with its derivative too, is the engine's own arithmetic.
template <class Scalar>
class WindowAttention {
public:
    /// @param windows how many @param length of each, at least 1
    WindowAttention(const ModelShape& model, const Twin& twin, Index windows, Index length);

    /// @param x (windows*length, d_model) @return the same shape, until it is called again
    Eigen::Map<const Matrix<Scalar>> forward(const Matrix<Scalar>& x,
                                             const Parameters<Scalar>& parameters);

    /// Writes the gradients of query, key, value and output after a `forward`.
    /// @param down of its result @return that of x
    Eigen::Map<const Matrix<Scalar>> backward(const Matrix<Scalar>& down,
                                              Parameters<Scalar>& gradients);

    /// Every stage as the last `forward` computed it.
    [[nodiscard]] const Trace& trace() const { return trace_; }

private:
    Index windows_;
    Index length_;
    Document document_;
    Trace trace_;
    std::array<Tensor, kMatrixCount> operands_;
    Gradients gradients_;
};

}  // namespace lookback

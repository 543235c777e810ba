#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "core/engine/trace.h"

namespace lookback {

/// The derivatives of the loss = sum(result * G) by every number that it depends on.
///
/// Each gradient has the shape and the scalar of its matrix. The gradient of a matrix that several
/// stages use is the sum over these uses. A NaN row of softmax spreads by arithmetic, as 0 times
/// NaN is NaN: to every value that it was multiplied by, and so to every embedding. Only scores
/// that a method replaces (`fill`, `zero_rows`) have a gradient of exactly 0, also below a NaN.
struct Gradients {
    std::vector<MatrixId> inputs;  ///< embeddings, positions (a learned table), weights
    std::vector<MatrixId> stages;  ///< all other stages of the trace but the mask, in its order
    std::array<Tensor, kMatrixCount> tensors;  ///< by id; meaningful for the two lists above
    double loss = 0;                           ///< the sum itself, as the dtype holds it

    [[nodiscard]] bool has(MatrixId id) const;
    [[nodiscard]] const Tensor& tensor(MatrixId id) const {
        return tensors[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] MatrixView view(MatrixId id, Index head = 0) const {
        return tensor(id).view(info(id).per_head ? head : 0);
    }
};

/// The fault of gradients that take more than `allowed` bytes, together with their trace; nothing
/// where they do not.
[[nodiscard]] std::optional<Error> gradientsFault(const Document& document, double allowed);

/// The exact backward pass through every stage of a trace, in the document's dtype.
/// @param trace of this document. @param upstream G, of the result's shape: (n, d_out), or
/// (n, heads*d_v) without W_o; rounded to the dtype.
[[nodiscard]] Gradients backward(const Document& document, const Trace& trace,
                                 const Matrix<double>& upstream);

/// The backward pass with G = 1 everywhere: the loss is the sum of the result.
[[nodiscard]] Gradients backward(const Document& document, const Trace& trace);

}  // namespace lookback

#pragma once

#include <span>
#include <string>
#include <tuple>

#include "core/engine/stages.h"
#include "core/gradients/backward.h"

namespace lookback {

/// The data of a backward pass through a trace in one scalar.
template <class Scalar>
struct BackwardPass {
    using Number = Scalar;

    const Document& document;
    const Trace& trace;
    Gradients& gradients;

    /// Sets the gradient of every input and stage to 0.
    BackwardPass(const Document& of, const Trace& computed, Gradients& into);

    /// A stage as it was computed.
    [[nodiscard]] Eigen::Map<const Matrix<Scalar>> value(MatrixId id, Index head = 0) const {
        return trace.tensor(id).template as<Scalar>(head);
    }
    /// The gradient of a matrix, as far as it has been added up.
    [[nodiscard]] Eigen::Map<Matrix<Scalar>> grad(MatrixId id, Index head = 0) {
        return gradients.tensors[static_cast<std::size_t>(id)].template as<Scalar>(head);
    }
    /// True where the query may look at the key: (n, n).
    [[nodiscard]] Eigen::Map<const Matrix<unsigned char>> mask() const {
        return trace.tensor(MatrixId::mask).as<unsigned char>();
    }
};

/// The backward function of a stage in every scalar of the engine: `std::get<PullIn<Scalar>>`.
template <class Scalar>
using PullIn = void (*)(BackwardPass<Scalar>&);
using BackwardKernel =
    std::tuple<PullIn<double>, PullIn<float>, PullIn<Eigen::half>, PullIn<Eigen::bfloat16>>;

/// A row of the backward table: how the gradient of a stage is passed to its operands.
struct BackwardStage {
    MatrixId id;
    /// As papers write it, d in front of a matrix for its gradient: `dQ = dS K`.
    std::string (*formula)(const Document&);
    BackwardKernel pull;  ///< adds to the gradients of the operands
};

/// A row for every stage with operands; given stages have none.
[[nodiscard]] std::span<const BackwardStage> backwardTable();

/// The row of a stage; nullptr where it has no operands (embeddings, positions, mask).
[[nodiscard]] const BackwardStage* backwardStage(MatrixId id);

}  // namespace lookback

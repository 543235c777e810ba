#pragma once

#include <span>
#include <string>
#include <tuple>

#include "core/attention/stages.h"
#include "core/gradients/backward.h"

namespace lookback {

/// What the engine holds while it goes back through a trace in one scalar.
template <class Scalar>
struct BackwardPass {
    using Number = Scalar;

    const Document& document;
    const Trace& trace;
    Gradients& gradients;

    /// The gradient of every input and stage begins as 0.
    BackwardPass(const Document& of, const Trace& computed, Gradients& into);

    /// A stage as it was computed.
    [[nodiscard]] Eigen::Map<const Matrix<Scalar>> value(MatrixId id, Index head = 0) const {
        return trace.tensor(id).template as<Scalar>(head);
    }
    /// What has been gathered for a matrix so far.
    [[nodiscard]] Eigen::Map<Matrix<Scalar>> grad(MatrixId id, Index head = 0) {
        return gradients.tensors[static_cast<std::size_t>(id)].template as<Scalar>(head);
    }
    /// True where the query may look at the key: (n, n).
    [[nodiscard]] Eigen::Map<const Matrix<unsigned char>> mask() const {
        return trace.tensor(MatrixId::mask).as<unsigned char>();
    }
};

/// One stage's way back in every scalar the engine computes in: `std::get<PullIn<Scalar>>`.
template <class Scalar>
using PullIn = void (*)(BackwardPass<Scalar>&);
using BackwardKernel =
    std::tuple<PullIn<double>, PullIn<float>, PullIn<Eigen::half>, PullIn<Eigen::bfloat16>>;

/// A row of the table beside the stage table: how the gradient of a stage reaches its operands.
struct BackwardStage {
    MatrixId id;
    /// As papers write it, d in front of a matrix for its gradient: `dQ = dS K`.
    std::string (*formula)(const Document&);
    BackwardKernel pull;  ///< adds to the gradients of the operands
};

/// Every stage that is made from others; what is given or looked up has no operands and no row.
[[nodiscard]] std::span<const BackwardStage> backwardTable();

/// The row of a stage; nullptr where it has no operands (embeddings, positions, mask).
[[nodiscard]] const BackwardStage* backwardStage(MatrixId id);

}  // namespace lookback

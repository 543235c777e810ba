#pragma once

#include <span>

#include "core/attention/trace.h"
#include "core/language/embedding.h"
#include "core/language/right_operand.h"

namespace lookback {

/// A model that reads an input that grows at its end: what it computed of earlier units and needs
/// again, their keys and values, is kept, and all else is computed for the last unit alone. The
/// masked row is that of the input as it is now, so this holds for every mask and method.
template <class Scalar>
class KeptRows {
public:
    /// @param parameters which have to outlive it
    KeptRows(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters);

    /// The logits of the last unit of an input, (1, vocabulary), until it is called again.
    /// @param first the number of the input's first unit among all; never less than before
    /// @param input from 1 unit to the experiment's context, longer or with a later `first` than
    /// before, and otherwise as it was
    const Matrix<Scalar>& logits(Index first, std::span<const Unit> input);

    /// Of how many units the last call had the keys and values already.
    [[nodiscard]] Index kept() const { return kept_; }

private:
    void drop(Index first);
    void mix(Index length);

    const ModelShape model_;
    const Parameters<Scalar>& parameters_;
    Embedding<Scalar> embedding_;
    RightOperand<Scalar> query_, key_, value_, output_, unembedding_;
    Document document_;  // the attention of one asking token
    Trace trace_;        // its stages, each with one row
    std::array<Tensor, kMatrixCount> operands_;
    Matrix<Scalar> x_;           // (1, d_model)
    Matrix<Scalar> queries_;     // (1, heads*d_k)
    Matrix<Scalar> keys_;        // (context, heads*d_k), as all heads have them
    Matrix<Scalar> values_;      // (context, heads*d_v), the same
    RightOperand<Scalar> seen_;  // keys or values of one head
    Matrix<Scalar> h_;           // (1, d_model)
    Matrix<Scalar> logits_;      // (1, vocabulary)
    Index first_ = 0;
    Index known_ = 0;  // rows of keys and values that are there
    Index kept_ = 0;
};

}  // namespace lookback

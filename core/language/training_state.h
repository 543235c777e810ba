#pragma once

#include <cstdint>
#include <vector>

#include "core/language/parameters.h"
#include "core/language/unit_text.h"

namespace lookback {

/// Takes steps as torch.optim's SGD, Adam and AdamW do (version 1.13, one tensor at a time).
template <class Scalar>
class OptimizerState {
public:
    explicit OptimizerState(const Optimizer& optimizer) : optimizer_(optimizer) {}

    /// Moves the parameters. @param gradients of their shapes
    void step(Parameters<Scalar>& parameters, const Parameters<Scalar>& gradients);

    [[nodiscard]] Index stepsTaken() const { return steps_; }

    /// After the last step, of the parameters' shapes: what SGD calls momentum, and Adam its first
    /// moment. Matrices are empty before the first step, and where there is no momentum.
    [[nodiscard]] const Parameters<Scalar>& means() const { return means_; }
    /// The second moment of Adam; empty matrices where there is none.
    [[nodiscard]] const Parameters<Scalar>& squares() const { return squares_; }

private:
    void descend(Matrix<Scalar>& parameter, const Matrix<Scalar>& gradient,
                 Matrix<Scalar>& momentum) const;
    void adapt(Matrix<Scalar>& parameter, const Matrix<Scalar>& gradient, Matrix<Scalar>& mean,
               Matrix<Scalar>& square) const;

    Optimizer optimizer_;
    Index steps_ = 0;
    Parameters<Scalar> means_;    // of gradients
    Parameters<Scalar> squares_;  // of their squares
};

/// All that a training goes on from: whoever begins with it takes the same steps, bit for bit.
template <class Scalar>
struct TrainingState {
    Parameters<Scalar> parameters;
    OptimizerState<Scalar> optimizer;
    TorchGenerator generator;  ///< of the batches

    [[nodiscard]] Index stepsTaken() const { return optimizer.stepsTaken(); }
};

/// What every twin of an experiment begins from: the drawn parameters, and a generator that stands
/// before the first batch. @param vocabulary how many units there are
template <class Scalar>
[[nodiscard]] TrainingState<Scalar> firstState(const Experiment& experiment, Index vocabulary);

/// Draws the next batch: the numbers of its training windows. @param text the experiment's, cut
[[nodiscard]] std::vector<std::int64_t> drawBatch(const Experiment& experiment,
                                                  const UnitText& text, TorchGenerator& generator);

}  // namespace lookback

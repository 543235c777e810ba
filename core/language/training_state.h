#pragma once

#include <cstdint>
#include <vector>

#include "core/language/parameters.h"
#include "core/language/unit_text.h"

namespace lookback {

/// An optimizer with torch.optim's steps of SGD, Adam and AdamW (version 1.13, single tensors).
template <class Scalar>
class OptimizerState {
public:
    explicit OptimizerState(const Optimizer& optimizer) : optimizer_(optimizer) {}

    /// Takes a step. @param gradients of the parameters' shapes
    void step(Parameters<Scalar>& parameters, const Parameters<Scalar>& gradients);

    [[nodiscard]] Index stepsTaken() const { return steps_; }

    /// SGD's momentum, or Adam's first moment, after the last step, in the parameters' shapes.
    /// Matrices are empty before the first step, and where there is no momentum.
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

/// The state of a training. Two trainings that continue from one state take the same steps, bit for
/// bit.
template <class Scalar>
struct TrainingState {
    Parameters<Scalar> parameters;
    OptimizerState<Scalar> optimizer;
    TorchGenerator generator;  ///< of the batches

    [[nodiscard]] Index stepsTaken() const { return optimizer.stepsTaken(); }
};

/// The first state of every twin of an experiment: the drawn parameters, and the generator before
/// the first batch. @param vocabulary number of units
template <class Scalar>
[[nodiscard]] TrainingState<Scalar> firstState(const Experiment& experiment, Index vocabulary);

/// Draws the next batch: the numbers of its training windows. @param text the experiment's, cut
[[nodiscard]] std::vector<std::int64_t> drawBatch(const Experiment& experiment,
                                                  const UnitText& text, TorchGenerator& generator);

}  // namespace lookback

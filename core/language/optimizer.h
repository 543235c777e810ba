#pragma once

#include "core/language/parameters.h"

namespace lookback {

/// Takes steps as torch.optim's SGD, Adam and AdamW do (version 1.13, one tensor at a time).
template <class Scalar>
class Stepper {
public:
    explicit Stepper(const Optimizer& optimizer) : optimizer_(optimizer) {}

    /// Moves the parameters. @param gradients of their shapes
    void step(Parameters<Scalar>& parameters, const Parameters<Scalar>& gradients);

    [[nodiscard]] Index stepsTaken() const { return steps_; }

private:
    void descend(Matrix<Scalar>& parameter, const Matrix<Scalar>& gradient,
                 Matrix<Scalar>& momentum) const;
    void adapt(Matrix<Scalar>& parameter, const Matrix<Scalar>& gradient, Matrix<Scalar>& mean,
               Matrix<Scalar>& square) const;

    Optimizer optimizer_;
    Index steps_ = 0;
    Parameters<Scalar> means_;    // of gradients: the momentum of SGD, the first moment of Adam
    Parameters<Scalar> squares_;  // of their squares: the second moment
};

}  // namespace lookback

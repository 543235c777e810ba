#include "core/language/training_state.h"

#include <cmath>
#include <utility>

namespace lookback {

template <class Scalar>
void OptimizerState<Scalar>::step(Parameters<Scalar>& parameters,
                                  const Parameters<Scalar>& gradients) {
    ++steps_;
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        const auto matrix = row.matrix;
        const Matrix<Scalar>& gradient = gradients.*matrix;
        if (gradient.size() == 0) continue;
        if (info(optimizer_.kind).has_moments) {
            adapt(parameters.*matrix, gradient, means_.*matrix, squares_.*matrix);
        } else {
            descend(parameters.*matrix, gradient, means_.*matrix);
        }
    }
}

template <class Scalar>
void OptimizerState<Scalar>::descend(Matrix<Scalar>& parameter, const Matrix<Scalar>& gradient,
                                     Matrix<Scalar>& momentum) const {
    const auto rate = static_cast<Scalar>(optimizer_.learning_rate);
    if (optimizer_.momentum == 0) {
        parameter -= rate * gradient;
        return;
    }
    // The first momentum is the gradient itself.
    if (steps_ == 1) momentum.setZero(gradient.rows(), gradient.cols());
    momentum = static_cast<Scalar>(optimizer_.momentum) * momentum + gradient;
    parameter -= rate * momentum;
}

template <class Scalar>
void OptimizerState<Scalar>::adapt(Matrix<Scalar>& parameter, const Matrix<Scalar>& gradient,
                                   Matrix<Scalar>& mean, Matrix<Scalar>& square) const {
    const Optimizer& o = optimizer_;
    if (steps_ == 1) {
        mean.setZero(gradient.rows(), gradient.cols());
        square.setZero(gradient.rows(), gradient.cols());
    }
    // PyTorch computes these as numbers of Python, and rounds to the dtype only where they are
    // used.
    const auto steps = static_cast<double>(steps_);
    const auto rate = static_cast<Scalar>(o.learning_rate / (1 - std::pow(o.beta1, steps)));
    const auto root = static_cast<Scalar>(std::sqrt(1 - std::pow(o.beta2, steps)));
    if (info(o.kind).has_decay) {
        parameter *= static_cast<Scalar>(1 - o.learning_rate * o.weight_decay);
    }
    mean = static_cast<Scalar>(o.beta1) * mean + static_cast<Scalar>(1 - o.beta1) * gradient;
    // The order of addcmul: g * g alone would overflow float32 from g = 1.8e19 on.
    square.array() = static_cast<Scalar>(o.beta2) * square.array() +
                     static_cast<Scalar>(1 - o.beta2) * gradient.array() * gradient.array();
    parameter.array() -=
        rate * mean.array() / (square.array().sqrt() / root + static_cast<Scalar>(o.epsilon));
}

template <class Scalar>
TrainingState<Scalar> firstState(const Experiment& experiment, Index vocabulary) {
    TorchGenerator generator(experiment.seed);
    auto parameters = drawParameters<Scalar>(experiment, vocabulary, generator);
    return {.parameters = std::move(parameters),
            .optimizer = OptimizerState<Scalar>(experiment.optimizer),
            .generator = generator};
}

std::vector<std::int64_t> drawBatch(const Experiment& experiment, const UnitText& text,
                                    TorchGenerator& generator) {
    return generator.randint(experiment.batch, 0, std::ssize(text.train_starts));
}

template class OptimizerState<float>;
template class OptimizerState<double>;

template TrainingState<float> firstState(const Experiment&, Index);
template TrainingState<double> firstState(const Experiment&, Index);

}  // namespace lookback

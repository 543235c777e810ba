#include "core/language/training.h"

#include <utility>

namespace lookback {

template <class Scalar>
TrainingState<Scalar> firstState(const Experiment& experiment, Index vocabulary) {
    TorchGenerator generator(experiment.seed);
    auto parameters = drawParameters<Scalar>(experiment, vocabulary, generator);
    return {.parameters = std::move(parameters),
            .stepper = Stepper<Scalar>(experiment.optimizer),
            .generator = generator};
}

std::vector<std::int64_t> drawBatch(const Experiment& experiment, const UnitText& text,
                                    TorchGenerator& generator) {
    return generator.randint(experiment.batch, 0, std::ssize(text.train_starts));
}

template <class Scalar>
Training<Scalar>::Training(const Experiment& experiment, const Twin& twin, const UnitText& text)
    : Training(experiment, twin, text, firstState<Scalar>(experiment, text.vocabularySize())) {}

template <class Scalar>
Training<Scalar>::Training(const Experiment& experiment, const Twin& twin, const UnitText& text,
                           TrainingState<Scalar> state)
    : experiment_(experiment),
      twin_(twin),
      text_(text),
      state_(std::move(state)),
      model_(experiment, twin, experiment.batch, experiment.context) {}

template <class Scalar>
double Training<Scalar>::step() {
    batch_ = drawBatch(experiment_, text_, state_.generator);
    std::vector<Index> starts;
    starts.reserve(batch_.size());
    for (const std::int64_t window : batch_) {
        starts.push_back(text_.train_starts[static_cast<std::size_t>(window)]);
    }
    const WindowUnits units = unitsOf(text_, starts, experiment_.context);
    const double loss = model_.loss(parameters(), units.inputs, units.next);
    model_.goBack(parameters(), units.inputs, units.next);
    state_.stepper.step(state_.parameters, model_.gradients());
    return loss;
}

template TrainingState<float> firstState(const Experiment&, Index);
template TrainingState<double> firstState(const Experiment&, Index);
template class Training<float>;
template class Training<double>;

}  // namespace lookback

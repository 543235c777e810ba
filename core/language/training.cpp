#include "core/language/training.h"

namespace lookback {

template <class Scalar>
Training<Scalar>::Training(const Experiment& experiment, const Twin& twin, const UnitText& text)
    : experiment_(experiment),
      twin_(twin),
      text_(text),
      generator_(experiment.seed),
      parameters_(drawParameters<Scalar>(experiment, text.vocabularySize(), generator_)),
      model_(experiment, twin, experiment.batch, experiment.context),
      stepper_(experiment.optimizer) {}

template <class Scalar>
double Training<Scalar>::step() {
    batch_ = generator_.randint(experiment_.batch, 0, std::ssize(text_.train_starts));
    std::vector<Index> starts;
    for (const std::int64_t window : batch_) {
        starts.push_back(text_.train_starts[static_cast<std::size_t>(window)]);
    }
    const WindowUnits units = unitsOf(text_, starts, experiment_.context);
    const double loss = model_.loss(parameters_, units.inputs, units.next);
    model_.goBack(parameters_, units.inputs, units.next);
    stepper_.step(parameters_, model_.gradients());
    return loss;
}

template class Training<float>;
template class Training<double>;

}  // namespace lookback

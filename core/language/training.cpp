#include "core/language/training.h"

#include <utility>

namespace lookback {

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
    const WindowUnits units = windowUnits(text_, starts, experiment_.context);
    const double loss = model_.loss(parameters(), units.inputs, units.next);
    model_.goBack(parameters(), units.inputs, units.next);
    state_.optimizer.step(state_.parameters, model_.gradients());
    return loss;
}

template class Training<float>;
template class Training<double>;

}  // namespace lookback

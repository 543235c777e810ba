#include "core/language/twin_history.h"

#include <cassert>
#include <cmath>
#include <utility>

#include "core/language/mean_loss.h"
#include "core/language/training.h"

namespace lookback {
namespace {

template <class Scalar>
std::size_t bytesOf(const TrainingState<Scalar>& state) {
    Index numbers = 0;
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        numbers += (state.parameters.*row.matrix).size() +
                   (state.optimizer.means().*row.matrix).size() +
                   (state.optimizer.squares().*row.matrix).size();
    }
    return sizeof(state) + static_cast<std::size_t>(numbers) * sizeof(Scalar);
}

}  // namespace

template <class Scalar>
void KeptStates<Scalar>::keep(State state) {
    const std::size_t bytes = bytesOf(*state);
    states_.push_back(std::move(state));
    while (states_.size() > 1 && states_.size() * bytes > most_bytes_) {
        std::size_t left = 0;
        for (std::size_t place = 0; place < states_.size(); place += 2) {
            states_[left++] = states_[place];
        }
        states_.resize(left);
        every_ *= 2;
    }
}

template <class Scalar>
void KeptStates<Scalar>::dropAfter(Index steps) {
    const auto count = static_cast<std::size_t>(steps / every_ + 1);
    states_.resize(std::min(count, states_.size()));
}

template class KeptStates<float>;
template class KeptStates<double>;

template <class Scalar>
TwinHistory<Scalar>::TwinHistory(std::shared_ptr<const TrainingSource> source, std::size_t place,
                                 std::size_t kept_bytes)
    : source_(std::move(source)),
      place_(place),
      kept_(kept_bytes),
      last_(std::make_shared<const TrainingState<Scalar>>(
          firstState<Scalar>(*source_->experiment, source_->text.vocabularySize()))) {
    kept_.keep(last_);
}

template <class Scalar>
Training<Scalar> TwinHistory<Scalar>::from(const State& state) const {
    return Training<Scalar>(*source_->experiment, twin(), source_->text, *state);
}

template <class Scalar>
void TwinHistory<Scalar>::add(double loss, const TrainingState<Scalar>& state) {
    if (!lost_step_ && !std::isfinite(loss)) lost_step_ = steps();
    losses_.push_back(loss);
    if (kept_.isDue(steps())) kept_.keep(std::make_shared<const TrainingState<Scalar>>(state));
}

template <class Scalar>
void TwinHistory<Scalar>::keepLastState(const TrainingState<Scalar>& last) {
    const State& kept = kept_.before(steps());
    last_ =
        kept->stepsTaken() == steps() ? kept : std::make_shared<const TrainingState<Scalar>>(last);
}

template <class Scalar>
void TwinHistory<Scalar>::dropAfter(Index steps) {
    last_ = stateAfter(steps);
    losses_.resize(static_cast<std::size_t>(steps));
    std::erase_if(held_out_, [&](const HeldOutLoss& row) { return row.steps > steps; });
    kept_.dropAfter(steps);
    if (lost_step_ && *lost_step_ >= steps) lost_step_.reset();
}

template <class Scalar>
typename TwinHistory<Scalar>::State TwinHistory<Scalar>::stateAfter(Index steps,
                                                                    const GivesUp& gives_up) const {
    assert(steps >= 0 && steps <= this->steps());
    if (steps == this->steps()) return last_;
    const State& kept = kept_.before(steps);
    if (kept->stepsTaken() == steps) return kept;
    Training<Scalar> training = from(kept);
    while (training.state().stepsTaken() < steps && !isGivenUp(gives_up)) (void)training.step();
    return std::make_shared<const TrainingState<Scalar>>(training.state());
}

template <class Scalar>
Index TwinHistory<Scalar>::stepsAgain(Index steps) const {
    return steps == this->steps() ? 0 : steps - kept_.before(steps)->stepsTaken();
}

template <class Scalar>
StepTaken<Scalar> TwinHistory<Scalar>::taken(Index step, const GivesUp& gives_up) const {
    const State before = stateAfter(step, gives_up);
    Training<Scalar> training = from(before);
    const double loss = training.step();
    return {.batch = training.batch(),
            .loss = loss,
            .before = before->parameters,
            .gradients = training.gradients(),
            .after = training.state()};
}

template <class Scalar>
double TwinHistory<Scalar>::trainLossAfter(Index steps, const GivesUp& gives_up) const {
    return meanLoss(*source_->experiment, twin(), source_->text, source_->measured,
                    stateAfter(steps, gives_up)->parameters, gives_up);
}

template <class Scalar>
std::optional<LostLoss> TwinHistory<Scalar>::lostAfter(Index steps, double train_loss,
                                                       const GivesUp& gives_up) const {
    const bool is_of_batch = lost_step_ && *lost_step_ <= steps;
    if (!is_of_batch && std::isfinite(train_loss)) return std::nullopt;
    return lostLoss(*source_->experiment, twin(), source_->text,
                    *stateAfter(is_of_batch ? *lost_step_ : steps, gives_up));
}

template class TwinHistory<float>;
template class TwinHistory<double>;

}  // namespace lookback

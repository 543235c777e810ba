#include "core/language/kept_states.h"

#include <utility>

namespace lookback {
namespace {

template <class Scalar>
std::size_t bytesOf(const TrainingState<Scalar>& state) {
    Index numbers = 0;
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        numbers += (state.parameters.*row.matrix).size() +
                   (state.stepper.means().*row.matrix).size() +
                   (state.stepper.squares().*row.matrix).size();
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

template class KeptStates<float>;
template class KeptStates<double>;

}  // namespace lookback

#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/language/training.h"

namespace lookback {

/// States of a training on its way: every one, or every k-th, as many as some memory holds. Where
/// they become too many, every other one is dropped and k doubles. A copy shares them.
template <class Scalar>
class KeptStates {
public:
    using State = std::shared_ptr<const TrainingState<Scalar>>;

    explicit KeptStates(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Whether the state after so many steps is one that is kept.
    [[nodiscard]] bool isDue(Index steps) const { return steps % every_ == 0; }
    /// To be called with every state that is due, from the first one on, which stays for good.
    void keep(State state);

    /// The last one that is kept of those after no more than so many steps.
    [[nodiscard]] const State& before(Index steps) const {
        const auto place = static_cast<std::size_t>(steps / every_);
        return states_[std::min(place, states_.size() - 1)];
    }

    /// k: 1 where every state is kept.
    [[nodiscard]] Index every() const { return every_; }

private:
    std::size_t most_bytes_;
    Index every_ = 1;
    std::vector<State> states_;  // after 0, k, 2k ... steps
};

}  // namespace lookback

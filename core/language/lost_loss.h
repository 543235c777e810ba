#pragma once

#include "core/language/training_state.h"

namespace lookback {

/// Why a loss became infinite or NaN.
enum class LossFault : std::uint8_t {
    empty_row,      ///< a row of the mask allows no key, and the method makes it NaN
    first_numbers,  ///< the drawn numbers themselves leave the dtype's range
    epsilon,  ///< Adam divided by 0: an epsilon of 0, and a number without any gradient so far
    learning_rate,  ///< the steps were too large
};

/// The first loss that is infinite or NaN. Later losses are too, or have no meaning.
struct LostLoss {
    Index step = 0;  ///< how many steps were taken before
    LossFault fault = LossFault::learning_rate;
    Index row = 0;  ///< of empty_row: the first empty row

    bool operator==(const LostLoss&) const = default;
};

/// Finds the reason of a lost loss.
/// @param state the first state whose loss is not finite
template <class Scalar>
[[nodiscard]] LostLoss lostLoss(const Experiment& experiment, const Twin& twin,
                                const UnitText& text, const TrainingState<Scalar>& state);

}  // namespace lookback

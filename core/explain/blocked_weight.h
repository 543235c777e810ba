#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/document/document.h"

namespace lookback {

struct Trace;

/// The largest weight of a blocked cell where the document is computed in one precision.
struct BlockedWeight {
    enum class State : std::uint8_t {
        computed,
        too_much_work,  ///< not computed
        value_misfit,   ///< only the masking's value does not fit the precision: not computed
        misfit          ///< another number of the document does not fit it: not computed
    };
    State state = State::too_much_work;
    double most = 0;  ///< of all heads; NaN where any is NaN
};

/// The largest blocked weight of each precision, in the order of `kDTypes`.
using BlockedWeights = std::array<BlockedWeight, kDTypes.size()>;

/// The largest attention weight of a blocked cell, of all heads; 0 where nothing is blocked, NaN
/// where the weight of any blocked cell is NaN. @param trace with the mask and the attention
/// weights
[[nodiscard]] double largestBlockedWeight(const Trace& trace);

/// The largest blocked weight in each precision. For the document's precision it is read off
/// `trace`; for the others it is computed where all take at most `most_work` multiplications.
/// @param document without `faults`
[[nodiscard]] BlockedWeights blockedWeights(const Document& document, const Trace& trace,
                                            double most_work);

}  // namespace lookback

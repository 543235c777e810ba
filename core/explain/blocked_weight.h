#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/document/document.h"

namespace lookback {

struct Trace;

/// How much of its row a blocked cell still gets, at most, where all is computed in one precision.
struct BlockedWeight {
    enum class State : std::uint8_t {
        computed,
        too_much_work,  ///< not computed
        misfit          ///< a number of the document does not fit the precision: not computed
    };
    State state = State::too_much_work;
    double most = 0;  ///< of all heads; NaN where any is NaN
    /// The masking's value is beyond the precision: it was computed with the infinity that it is
    /// rounded to.
    bool overflows = false;
};

/// By precision, in the order of `kDTypes`.
using BlockedWeights = std::array<BlockedWeight, kDTypes.size()>;

/// The largest attention weight of a blocked cell, of all heads; 0 where nothing is blocked, NaN
/// where any of them is NaN. @param trace with the mask and the attention weights
[[nodiscard]] double largestBlockedWeight(const Trace& trace);

/// For each precision of `kDTypes`. Its own is read off `trace`, the others are computed, where
/// they take at most so many multiplications together. @param document without `faults`
[[nodiscard]] BlockedWeights blockedWeights(const Document& document, const Trace& trace,
                                            double most_work);

}  // namespace lookback

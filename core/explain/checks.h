#pragma once

#include <cstdint>
#include <vector>

#include "core/base/message.h"
#include "core/document/document.h"

namespace lookback {

struct Trace;

/// Whether a fact is intended.
enum class CheckSign : std::uint8_t {
    meant,      ///< intended
    not_meant,  ///< a mistake, or a consequence of one
    neutral     ///< a mere fact
};

/// A fact about the result, in a sentence, and whether it is intended.
struct Check {
    CheckSign sign = CheckSign::neutral;
    Message text;
};

/// Checks of the attention weights: whether rows add up to 1, and whether any weight lies on masked
/// keys (above the diagonal, where the mask is causal). Rows that the method empties on
/// purpose are meant; rows that add up to less by a mistaken method are not.
[[nodiscard]] std::vector<Check> checkWeights(const Document& document, const Trace& trace);

/// How far a row's sum may be from 1 in this dtype.
[[nodiscard]] double sumTolerance(DType dtype);

}  // namespace lookback

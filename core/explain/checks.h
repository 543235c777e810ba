#pragma once

#include <string>
#include <vector>

#include "core/attention/trace.h"

namespace lookback {

/// A statement about the result, and whether it is true of this document.
struct Check {
    bool holds = true;
    std::string text;
};

/// What one may expect of attention weights, looked up in the trace: rows add up to 1, and no
/// weight lies on masked keys (above the diagonal, where the mask is causal).
[[nodiscard]] std::vector<Check> checkWeights(const Document& document, const Trace& trace);

/// How far a row's sum may be from 1 in this dtype.
[[nodiscard]] double sumTolerance(DType dtype);

}  // namespace lookback

#pragma once

#include <vector>

#include "core/attention/trace.h"
#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

/// The row of one query under one masking.
struct MaskedRow {
    std::vector<double> weights{};  ///< n, as the document's dtype holds them
    double blocked = 0;             ///< what of them goes to keys that the mask hides
    double sum = 0;                 ///< of all of them

    bool operator==(const MaskedRow&) const = default;
};

/// The weights of one query. Computes those of the whole document.
/// @param query,head of the row. Errors: the first fault of the document.
[[nodiscard]] Result<MaskedRow> maskedRow(const Document& document, Index query, Index head);

/// The row of a head in a trace that has the mask and the attention weights.
[[nodiscard]] MaskedRow maskedRowOf(const Trace& trace, Index query, Index head);

}  // namespace lookback

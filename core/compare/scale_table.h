#pragma once

#include <optional>
#include <vector>

#include "core/compare/masked_row.h"

namespace lookback {

/// A row of the table of scales, or why the document cannot be computed so.
struct ScaleRow {
    Scale scale{};
    MaskingOrder order = MaskingOrder::after_scale;
    double divisor = 1;
    Result<MaskedRow> row{};
    /// What softmax is given of the first key that the mask hides; nothing where it hides none, or
    /// where the method masks after softmax.
    std::optional<double> blocked_score{};
};

/// The weights of one query under every scale: those with a name, then the document's own where it
/// is a number; each masked after it, and before it where the method masks scores. Computes the
/// weights of the whole document each time.
/// @param query,head of the row. Errors, one a row: the first fault of the document.
[[nodiscard]] std::vector<ScaleRow> scaleTable(const Document& document, Index query, Index head);

}  // namespace lookback

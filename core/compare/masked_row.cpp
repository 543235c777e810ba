#include "core/compare/masked_row.h"

#include <array>

#include "core/attention/attend.h"

namespace lookback {

Result<MaskedRow> maskedRow(const Document& document, Index query, Index head) {
    if (const std::vector<Error> found = faults(document); !found.empty()) {
        return tl::unexpected(found.front());
    }
    constexpr std::array kWanted{MatrixId::mask, MatrixId::attention_weights};
    return maskedRowOf(attendOnly(document, kWanted), query, head);
}

MaskedRow maskedRowOf(const Trace& trace, Index query, Index head) {
    const MatrixView weights = trace.view(MatrixId::attention_weights, head);
    const MatrixView allowed = trace.view(MatrixId::mask);
    MaskedRow row;
    for (Index key = 0; key < weights.cols(); ++key) {
        const double weight = weights(query, key);
        row.weights.push_back(weight);
        row.sum += weight;
        if (allowed(query, key) == 0) row.blocked += weight;
    }
    return row;
}

}  // namespace lookback

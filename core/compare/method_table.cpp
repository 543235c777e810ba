#include "core/compare/method_table.h"

#include "core/attention/attend.h"

namespace lookback {
namespace {

Result<MaskedRow> rowUnder(const Document& document, const Masking& masking, Index query,
                           Index head) {
    Document masked = document;
    masked.masking = masking;
    if (const std::vector<Error> found = faults(masked); !found.empty()) {
        return tl::unexpected(found.front());
    }
    constexpr std::array kWanted{MatrixId::mask, MatrixId::attention_weights};
    const Trace trace = attendOnly(masked, kWanted);
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

}  // namespace

std::vector<MethodRow> methodTable(const Document& document, Index query, Index head,
                                   std::span<const double> values) {
    std::vector<MethodRow> table;
    const auto add = [&](const Masking& masking) {
        table.push_back({masking, rowUnder(document, masking, query, head)});
    };
    for (const MaskingInfo& method : kMaskingMethods) {
        Masking masking = document.masking;
        masking.method = method.method;
        if (!method.uses_value) {
            add(masking);
            continue;
        }
        for (const double value : values) {
            masking.value = value;
            add(masking);
        }
    }
    return table;
}

}  // namespace lookback

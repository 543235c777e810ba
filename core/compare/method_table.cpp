#include "core/compare/method_table.h"

namespace lookback {

std::vector<MethodRow> methodTable(const Document& document, Index query, Index head,
                                   std::span<const double> values) {
    std::vector<MethodRow> table;
    Document masked = document;
    const auto add = [&] { table.push_back({masked.masking, maskedRow(masked, query, head)}); };
    for (const MaskingInfo& method : kMaskingMethods) {
        masked.masking.method = method.method;
        masked.masking.value = document.masking.value;
        if (!method.uses_value) {
            add();
            continue;
        }
        for (const double value : values) {
            masked.masking.value = value;
            add();
        }
    }
    return table;
}

}  // namespace lookback

#include "core/compare/precision_table.h"

#include "core/compare/row_trial.h"

namespace lookback {

std::vector<PrecisionRow> precisionTable(const Document& document, Index query, Index head) {
    std::vector<PrecisionRow> table;
    Document wished = document;
    for (const DTypeInfo& type : kDTypes) {
        wished.dtype = type.dtype;
        PrecisionRow& one = table.emplace_back();
        one.dtype = type.dtype;
        one.row = maskedRow(wished, query, head);
        if (document.n() > kMostTriedKeys) continue;
        if (const auto trial = RowTrial::of(wished, query, head)) {
            one.enough = greatestBlockingValue(*trial, type.dtype);
        }
    }
    return table;
}

}  // namespace lookback

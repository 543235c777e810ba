#include <cmath>

#include "core/compare/row_finding.h"
#include "core/explain/checks.h"

namespace lookback {

std::vector<RowFinding> findingsOf(const RowOf& row, const std::vector<MethodRow>& table) {
    RowFinding leaks{.kind = RowFindingKind::masking_leaks};
    RowFinding loses{.kind = RowFindingKind::masking_loses};
    const double tolerance = sumTolerance(row.document.dtype);
    for (const MethodRow& one : table) {
        if (!one.row) continue;
        if (!(one.row->blocked == 0)) {
            leaks.maskings.push_back(one.masking);
            leaks.numbers.push_back(one.row->blocked);
        }
        if (!(std::abs(one.row->sum - 1) <= tolerance)) {
            loses.maskings.push_back(one.masking);
            loses.numbers.push_back(one.row->sum);
        }
    }
    std::vector<RowFinding> findings;
    for (RowFinding* const finding : {&leaks, &loses}) {
        if (!finding->maskings.empty()) findings.push_back(std::move(*finding));
    }
    if (findings.empty()) findings.push_back({.kind = RowFindingKind::all_hold});
    return findings;
}

}  // namespace lookback

#include <algorithm>
#include <cmath>

#include "core/compare/row_finding.h"

namespace lookback {
namespace {

using Kind = RowFindingKind;

bool isSameWeight(double a, double b) {
    return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

/// The row of the document's own scale with this order; nullptr where it could not be computed.
const ScaleRow* find(const std::vector<ScaleRow>& table, const Scale& scale, MaskingOrder order) {
    const auto at = std::find_if(table.begin(), table.end(), [&](const ScaleRow& one) {
        return one.scale == scale && one.order == order && one.row;
    });
    return at == table.end() ? nullptr : &*at;
}

RowFinding orderFinding(const ScaleRow& after, const ScaleRow& before) {
    RowFinding finding{.kind = Kind::order_same,
                       .numbers = {*after.blocked_score, *before.blocked_score}};
    double most = 0;
    for (std::size_t key = 0; key < after.row->weights.size(); ++key) {
        const double a = after.row->weights[key];
        const double b = before.row->weights[key];
        if (isSameWeight(a, b)) continue;
        finding.kind = Kind::order_differs;
        const double by = std::abs(b - a);
        if (most < by || std::isnan(by)) finding.key = static_cast<Index>(key);
        most = std::isnan(by) ? by : std::max(most, by);
        if (std::isnan(by)) break;
    }
    if (finding.kind == Kind::order_differs) finding.numbers.push_back(most);
    return finding;
}

}  // namespace

std::vector<RowFinding> findingsOf(const RowOf& row, const std::vector<ScaleRow>& table) {
    const Document& document = row.document;
    std::vector<RowFinding> findings;
    if (info(document.masking.method).place != MaskingPlace::scores) {
        findings.push_back({.kind = Kind::no_order});
    } else {
        const ScaleRow* const after = find(table, document.scale, MaskingOrder::after_scale);
        const ScaleRow* const before = find(table, document.scale, MaskingOrder::before_scale);
        const bool hides = after != nullptr && after->blocked_score.has_value();
        if (after != nullptr && !hides) findings.push_back({.kind = Kind::no_hidden});
        if (hides && before != nullptr) findings.push_back(orderFinding(*after, *before));
    }
    RowFinding largest{.kind = Kind::largest_weights};
    for (const ScaleRow& one : table) {
        if (one.order != document.masking.order || !one.row || one.row->weights.empty()) continue;
        const auto& weights = one.row->weights;
        const bool is_told = std::none_of(weights.begin(), weights.end(),
                                          [](double weight) { return std::isnan(weight); });
        if (!is_told) continue;
        largest.scales.push_back(one.scale);
        largest.numbers.push_back(*std::max_element(weights.begin(), weights.end()));
    }
    if (largest.scales.size() > 1) findings.push_back(std::move(largest));
    return findings;
}

}  // namespace lookback

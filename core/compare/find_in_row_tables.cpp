#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/compare/row_finding.h"
#include "core/compare/row_trial.h"
#include "core/engine/attend.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/checks.h"

namespace lookback {
namespace {

using Kind = RowFindingKind;

/// The value of code that is meant to be safe in every precision.
constexpr double kModestValue = -1e4;

bool hidesSome(const DocumentRow& row) {
    for (Index key = 0; key < row.document.n(); ++key) {
        if (!allows(row.document.mask, row.query, key)) return true;
    }
    return false;
}

class PrecisionFinder {
public:
    PrecisionFinder(const DocumentRow& row, const std::vector<PrecisionRow>& table)
        : row_(row), document_(row.document), table_(table) {}

    std::vector<RowFinding> run() {
        if (!hidesSome(row_)) return {{.kind = Kind::no_hidden}};
        findWeights();
        if (!info(document_.masking.method).uses_value) {
            add(Kind::no_value);
            return std::move(findings_);
        }
        if (document_.n() <= kMostTriedKeys) findEnough();
        findLowestTwice();
        return std::move(findings_);
    }

private:
    RowFinding& add(Kind kind, std::vector<DType> dtypes = {}, std::vector<double> numbers = {}) {
        return findings_.emplace_back(
            RowFinding{.kind = kind, .dtypes = std::move(dtypes), .numbers = std::move(numbers)});
    }

    void findWeights() {
        std::vector<DType> without;
        for (const PrecisionRow& one : table_) {
            if (one.row && one.row->blocked == 0) without.push_back(one.dtype);
        }
        if (!without.empty()) add(Kind::gets_nothing, without);
        RowFinding something{.kind = Kind::gets_something};
        for (const PrecisionRow& one : table_) {
            if (!one.row || !(one.row->blocked > 0)) continue;
            something.dtypes.push_back(one.dtype);
            something.numbers.push_back(one.row->blocked);
        }
        if (!something.dtypes.empty()) findings_.push_back(std::move(something));
        for (const PrecisionRow& one : table_) {
            if (!fits(one.dtype, document_.masking)) add(Kind::not_held, {one.dtype});
        }
    }

    void findEnough() {
        const DType dtype = document_.dtype;
        const auto trial = RowTrial::of(document_, row_.query, row_.head);
        if (!trial) return;
        if (trial->hidden() == trial->keys()) {
            add(Kind::none_enough, {dtype});
            return;
        }
        const auto& enough = table_[static_cast<std::size_t>(dtype)].enough;
        if (enough) add(Kind::enough_from, {dtype}, {*enough, largestAllowed()});
        if (!trial->canGrow()) return;
        const double value = document_.masking.value;
        RowFinding throughout{.kind = Kind::holds_throughout};
        if (std::isfinite(value)) findGrowth(*trial, value, throughout);
        if (value != kModestValue) findGrowth(*trial, kModestValue, throughout);
        if (throughout.numbers.empty()) return;
        findings_.push_back(std::move(throughout));
        const bool replaces = maskingArithmetic(document_.masking.method).replaces;
        if (enough && replaces) findLimit(*enough);
    }

    /// Finds the largest allowed score with which the higher of the values that hold is still
    /// enough: as far above that value as this row's is above the greatest value that is enough.
    void findLimit(double enough) {
        const std::vector<double>& held = findings_.back().numbers;
        const double value = held.size() > 2 ? std::max(held[0], held[2]) : held[0];
        const double by = masksBeforeScale(document_.masking) ? divisor(document_) : 1;
        const double limit = largestAllowed() - (enough - value) / by;
        if (by > 0 && std::isfinite(limit)) add(Kind::fails_below, {}, {value, limit});
    }

    /// The largest allowed score in the input of softmax.
    [[nodiscard]] double largestAllowed() const {
        const std::array wanted{softmaxInput(document_)};
        const Trace trace = attendOnly(document_, wanted);
        const MatrixView logits = trace.view(wanted.front(), row_.head);
        double most = -std::numeric_limits<double>::infinity();
        for (Index key = 0; key < document_.n(); ++key) {
            if (allows(document_.mask, row_.query, key)) {
                most = std::max(most, logits(row_.query, key));
            }
        }
        return most;
    }

    /// @param throughout receives the values that hold however large the scores are
    void findGrowth(const RowTrial& trial, double value, RowFinding& throughout) {
        const auto growth = growthUntilLeak(trial, value);
        if (!growth) {
            add(Kind::leaks_already, {}, {value});
        } else if (growth->leaks) {
            add(Kind::holds_until, {}, {value, growth->holds, *growth->leaks});
        } else {
            throughout.numbers.insert(throughout.numbers.end(), {value, growth->holds});
        }
    }

    void findLowestTwice() {
        std::vector<DType> overflowing;
        for (const DTypeInfo& type : kDTypes) {
            if (std::isinf(roundedTo(-type.largest + -type.largest, type.kind))) {
                overflowing.push_back(type.dtype);
            }
        }
        if (!overflowing.empty()) add(Kind::lowest_twice, overflowing);
    }

    const DocumentRow& row_;
    const Document& document_;
    const std::vector<PrecisionRow>& table_;
    std::vector<RowFinding> findings_;
};

using Kind = RowFindingKind;

bool isSameWeight(double a, double b) {
    return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

/// The row of a scale with this order; nullptr where it could not be computed.
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

std::vector<RowFinding> rowFindings(const DocumentRow& row, const std::vector<MethodRow>& table) {
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
    if (findings.empty()) {
        findings.push_back({.kind = hidesSome(row) ? Kind::all_hold : Kind::no_hidden});
    }
    return findings;
}

std::vector<RowFinding> rowFindings(const DocumentRow& row,
                                    const std::vector<PrecisionRow>& table) {
    return PrecisionFinder(row, table).run();
}

std::vector<RowFinding> rowFindings(const DocumentRow& row, const std::vector<ScaleRow>& table) {
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

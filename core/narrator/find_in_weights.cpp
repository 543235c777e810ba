#include <cmath>

#include "core/narrator/finder.h"

namespace lookback {
namespace {

void findNanRows(Finder& f, const std::vector<WeightsOfRow>& rows) {
    Index count = 0;
    for (std::size_t k = rows.size(); k-- > 0;) {
        if (!rows[k].is_nan) continue;
        if (count++ == 0) f.add(ClaimKind::nan_row);
        f.claims.back().row = static_cast<Index>(k);
    }
    if (count == 0) return;
    Claim& claim = f.claims.back();
    claim.count = count;
    claim.of = f.n();
    const auto keys = static_cast<Index>(rows[static_cast<std::size_t>(claim.row)].keys.size());
    claim.reason = reasonOfNan(f, f.head, claim.row, keys);
}

/// Rows that share their weight evenly, the first of them.
void findEven(Finder& f, const std::vector<WeightsOfRow>& rows) {
    const auto is_told = [](const WeightsOfRow& row) {
        return row.keys.size() > 1 && !row.is_nan && row.is_even && row.first != 0;
    };
    Index count = 0;
    for (std::size_t k = rows.size(); k-- > 0;) {
        if (!is_told(rows[k])) continue;
        if (count++ == 0) f.add(ClaimKind::even_row);
        f.claims.back().row = static_cast<Index>(k);
    }
    if (count == 0) return;
    Claim& claim = f.claims.back();
    const WeightsOfRow& first = rows[static_cast<std::size_t>(claim.row)];
    claim.count = static_cast<Index>(first.keys.size());
    claim.of = count;
    claim.numbers = {first.first};
}

void findOnlyOne(Finder& f, const std::vector<WeightsOfRow>& rows) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (rows[k].keys.size() != 1 || rows[k].is_nan) continue;
        const Cell at{static_cast<Index>(k), rows[k].keys.front()};
        f.add(ClaimKind::only_one, at).numbers = {f.values(at)};
        return;
    }
}

/// A row of the context that is a value, number by number, since nothing else has weight.
void findOneValue(Finder& f) {
    const MatrixView weights = f.weights();
    const MatrixView value = f.trace.view(MatrixId::value, f.narrated.head);
    const MatrixView context = f.values.columns(f.narrated.head * value.cols(), value.cols());
    for (Index row = 0; row < f.n(); ++row) {
        Index only = -1;
        Index others = 0;
        for (Index key = 0; key < f.n(); ++key) {
            if (weights(row, key) == 1) {
                only = key;
            } else if (weights(row, key) != 0) {
                ++others;
            }
        }
        if (only < 0 || others > 0 || !sameRow(context, row, value, only)) continue;
        f.add(ClaimKind::one_value, {row, only}).head = f.narrated.head;
        return;
    }
}

}  // namespace

void findLargestWeight(Finder& f, ClaimKind kind, const MatrixView& weights,
                       const std::vector<WeightsOfRow>& rows) {
    Peak most = f.peak();
    eachCell(weights, [&](Cell cell, double weight) {
        const WeightsOfRow& row = rows[static_cast<std::size_t>(cell.row)];
        if (row.keys.size() > 1 && !row.is_nan) most.take(cell, weight);
    });
    if (const auto found = most.clear()) f.addPeak(kind, *found).head = f.narrated.head;
}

void findInWeights(Finder& f) {
    const std::vector<WeightsOfRow> rows = weightsOfRows(f, f.values);
    findNanRows(f, rows);
    const bool is_before_mask = f.id == MatrixId::unmasked_weights;
    if (!is_before_mask) {
        if (f.claims.empty()) findWithoutKey(f, rows);
        findLeak(f, rows);
    }
    findEven(f, rows);
    findLargestWeight(f, ClaimKind::looks_most, f.values, rows);
    if (is_before_mask) {
        findLeak(f, rows);
    } else {
        findOnlyOne(f, rows);
    }
}

void findInContext(Finder& f) {
    const std::vector<WeightsOfRow> rows = weightsOfRows(f, f.weights());
    findNotFinite(f);
    Index empty = 0;
    for (std::size_t k = rows.size(); k-- > 0;) {
        if (rows[k].is_nan || rows[k].sum != 0) continue;
        if (empty++ == 0) f.add(ClaimKind::takes_nothing).head = f.narrated.head;
        f.claims.back().row = static_cast<Index>(k);
        f.claims.back().count = empty;
        f.claims.back().of = f.n();
    }
    findLeak(f, rows);
    findLargestWeight(f, ClaimKind::takes_most, f.weights(), rows);
    findOneValue(f);
}

}  // namespace lookback

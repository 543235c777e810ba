#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/stages.h"
#include "core/narrator/finder.h"

// Claims about the mask, about weights and about the context.

namespace lookback {
namespace {

/// The row whose blocked keys have, in `weights`, clearly more weight than those of any other row.
/// Nothing where the rows do not add up to 1.
std::optional<Peak::Found> mostHidden(const Finder& f, const MatrixView& weights) {
    if (isOverColumns(f.document.masking)) return std::nullopt;
    Peak most = f.peak();
    bool has_nan = false;
    std::vector<double> hidden(static_cast<std::size_t>(f.n()));
    eachCell(weights, [&](Cell cell, double weight) {
        has_nan = has_nan || std::isnan(weight);
        if (f.mask(cell) == 0) hidden[static_cast<std::size_t>(cell.row)] += weight;
    });
    if (has_nan) return std::nullopt;
    for (Index row = 0; row < f.n(); ++row) {
        most.take({row, 0}, hidden[static_cast<std::size_t>(row)]);
    }
    return most.clear();
}

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

/// Claims that a row has even weights: the first such row, and how many there are.
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

/// Claims that a row of the context equals a value, as no other key has weight.
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

void findPairsHidden(Finder& f) {
    Index blocked = 0;
    bool are_later_ones = f.n() > 1;
    eachCell(f.mask, [&](Cell cell, double allowed) {
        if (allowed == 0) ++blocked;
        if ((allowed == 0) != (cell.col > cell.row)) are_later_ones = false;
    });
    Claim& claim = f.add(ClaimKind::pairs_hidden);
    claim.id = MatrixId::mask;
    claim.head = 0;
    claim.count = blocked;
    claim.of = f.n() * f.n();
    if (are_later_ones) claim.reason = Reason::later_hidden;
}

void findWithoutKey(Finder& f, const std::vector<WeightsOfRow>& rows) {
    const auto is_empty = [](const WeightsOfRow& row) { return row.keys.empty(); };
    const auto first = std::find_if(rows.begin(), rows.end(), is_empty);
    if (first == rows.end()) return;
    const auto row = static_cast<Index>(first - rows.begin());
    Claim& claim = f.add(ClaimKind::no_key, {row, 0});
    claim.head = f.narrated.head;
    claim.count = std::count_if(rows.begin(), rows.end(), is_empty);
    claim.of = f.n();
    if (first->is_nan) {
        claim.reason = reasonOfNan(f, f.narrated.head, row, 0);
    } else if (first->is_even && first->first == 0) {
        claim.reason = Reason::zeros;
    } else if (isOverColumns(f.document.masking)) {
        claim.reason = Reason::weighed;
    } else {
        claim.reason = first->is_even ? Reason::even : Reason::uneven;
        claim.numbers = {first->is_even ? first->first : first->sum};
    }
}

void findLeak(Finder& f, const std::vector<WeightsOfRow>& rows) {
    Peak most = f.peak();
    Index leaking = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const bool leaks = !rows[k].keys.empty() && !rows[k].is_nan && rows[k].hidden > 0;
        if (leaks) ++leaking;
        most.take({static_cast<Index>(k), 0}, leaks ? rows[k].hidden : 0);
    }
    if (leaking == 0) return;
    Claim& claim = f.add(ClaimKind::leak);
    claim.head = f.narrated.head;
    claim.count = leaking;
    claim.of = f.n();
    if (isOverColumns(f.document.masking)) return;
    if (const auto found = most.clear()) {
        claim.row = found->at.row;
        claim.numbers = {found->value};
        claim.reason = Reason::clearly_most;
    }
}

void findInMaskedScores(Finder& f) {
    const std::vector<WeightsOfRow> rows = weightsOfRows(f, f.weights());
    findWithoutKey(f, rows);
    findNotFinite(f);
    findLeak(f, rows);
    findPairsHidden(f);
    if (f.narrated.unmasked == nullptr) return;
    const MatrixView free = f.narrated.unmasked->view(MatrixId::attention_weights, f.narrated.head);
    if (const auto found = mostHidden(f, free)) f.addPeak(ClaimKind::would_look, *found);
}

void findInMaskedWeights(Finder& f) {
    const std::vector<WeightsOfRow> rows = weightsOfRows(f, f.weights());
    findWithoutKey(f, rows);
    const bool stays =
        stage(MatrixId::attention_weights).arithmetic(f.document) == Arithmetic::copy;
    if (stays) {
        Peak least = f.peak();
        bool has_nan = false;
        for (std::size_t k = 0; k < rows.size(); ++k) {
            has_nan = has_nan || rows[k].is_nan;
            if (!rows[k].is_nan) least.take({static_cast<Index>(k), 0}, -rows[k].sum);
        }
        const auto found = least.clear();
        if (found && !has_nan && -found->value < 1) {
            f.add(ClaimKind::left_least, found->at).numbers = {-found->value};
        }
    }
    findPairsHidden(f);
    const MatrixView before = f.trace.view(stage(f.id).left(f.document), f.head);
    if (const auto found = mostHidden(f, before)) f.addPeak(ClaimKind::taken_most, *found);
}

void findLargestWeight(Finder& f, ClaimKind kind, const MatrixView& weights,
                       const std::vector<WeightsOfRow>& rows) {
    Peak most = f.peak();
    eachCell(weights, [&](Cell cell, double weight) {
        const WeightsOfRow& row = rows[static_cast<std::size_t>(cell.row)];
        if (row.keys.size() > 1 && !row.is_nan) most.take(cell, weight);
    });
    if (const auto found = most.clear()) f.addPeak(kind, *found).head = f.narrated.head;
}

void findInColumns(Finder& f) {
    Index count = 0;
    for (Index key = f.n(); key-- > 0;) {
        bool is_nan = false;
        for (Index query = 0; query < f.n(); ++query) {
            is_nan = is_nan || std::isnan(f.values(query, key));
        }
        if (!is_nan) continue;
        if (count++ == 0) f.add(ClaimKind::nan_column);
        f.claims.back().col = key;
    }
    if (count > 0) {
        f.claims.back().count = count;
        f.claims.back().of = f.n();
        return;
    }
    Span sums{std::numeric_limits<double>::infinity(), 0};
    for (const WeightsOfRow& row : weightsOfRows(f, f.values)) {
        sums = {std::min(sums.least, row.sum), std::max(sums.greatest, row.sum)};
    }
    f.add(ClaimKind::over_columns).numbers = {sums.least, sums.greatest};
}

void findInWeights(Finder& f) {
    const std::vector<WeightsOfRow> rows = weightsOfRows(f, f.values);
    const bool is_divided = stage(f.id).arithmetic(f.document) == Arithmetic::renormalising;
    if (isOverColumns(f.document.masking) && !is_divided) {
        findInColumns(f);
        if (f.id != MatrixId::unmasked_weights) findWithoutKey(f, rows);
        return findLeak(f, rows);
    }
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

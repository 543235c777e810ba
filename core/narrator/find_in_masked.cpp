#include <algorithm>
#include <cmath>

#include "core/attention/stages.h"
#include "core/narrator/finder.h"

namespace lookback {
namespace {

/// Of which row blocked keys have, in `weights`, clearly more weight than of any other.
std::optional<Peak::Found> mostHidden(const Finder& f, const MatrixView& weights) {
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

}  // namespace

void findPairsHidden(Finder& f) {
    Index blocked = 0;
    bool hides_later = f.n() > 1;
    eachCell(f.mask, [&](Cell cell, double allowed) {
        if (allowed == 0) ++blocked;
        if (allowed != 0 && cell.col > cell.row) hides_later = false;
    });
    Claim& claim = f.add(ClaimKind::pairs_hidden);
    claim.id = MatrixId::mask;
    claim.head = 0;
    claim.count = blocked;
    claim.of = f.n() * f.n();
    if (hides_later) claim.reason = Reason::later_hidden;
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

}  // namespace lookback

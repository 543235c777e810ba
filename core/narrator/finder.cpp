#include "core/narrator/finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/stages.h"

namespace lookback {
namespace {

constexpr double kFinderInfinity = std::numeric_limits<double>::infinity();
constexpr double kRoundings = 4;  ///< least distance of different numbers, in rounding errors

bool comesWithMask(const Narrated& narrated, MatrixId id) {
    const MatrixInfo& matrix = info(id);
    if (matrix.cols != Axis::token || matrix.domain != Domain::signed_numbers) return false;
    const std::vector<MatrixId>& order = narrated.trace.order;
    return std::find(order.begin(), order.end(), MatrixId::mask) <
           std::find(order.begin(), order.end(), id);
}

/// The length of the vector read(0) ... read(count - 1).
template <class Read>
double lengthOf(Index count, Read read) {
    double largest = 0;
    for (Index k = 0; k < count; ++k) largest = std::max(largest, std::abs(read(k)));
    if (largest == 0 || !std::isfinite(largest)) return largest;
    double sum = 0;
    for (Index k = 0; k < count; ++k) {
        const double part = read(k) / largest;
        sum += part * part;
    }
    return largest * std::sqrt(sum);
}

}  // namespace

void Peak::take(Cell at, double value) {
    if (count_++ == 0) {
        best_ = {at, value};
    } else if (value > best_.value) {
        second_ = best_.value;
        best_ = {at, value};
    } else if (count_ == 2 || value > second_) {
        second_ = value;
    }
}

std::optional<Peak::Found> Peak::clear() const {
    if (count_ < 2 || !std::isfinite(best_.value)) return std::nullopt;
    const double size = std::max(std::abs(best_.value), std::abs(second_));
    if (best_.value - second_ > slack_ * size) return best_;
    return std::nullopt;
}

Finder::Finder(const Narrated& of, MatrixId result)
    : narrated(of),
      document(of.document),
      trace(of.trace),
      id(result),
      head(info(result).per_head ? of.head : 0),
      values(trace.view(result, head)),
      mask(trace.view(MatrixId::mask)),
      is_masked_(comesWithMask(of, result)) {}

bool Finder::isMasked() const { return is_masked_; }

Peak Finder::peak() const { return Peak(kRoundings * info(document.dtype).epsilon); }

Claim& Finder::add(ClaimKind kind, Cell at) {
    claims.push_back({.kind = kind, .id = id, .head = head, .row = at.row, .col = at.col});
    return claims.back();
}

Claim& Finder::addPeak(ClaimKind kind, const Peak::Found& found) {
    Claim& claim = add(kind, found.at);
    claim.numbers = {found.value};
    return claim;
}

std::vector<double> lengthsOf(const MatrixView& view) {
    std::vector<double> lengths;
    view.visit([&](const auto& values) {
        for (Index row = 0; row < values.rows(); ++row) {
            lengths.push_back(lengthOf(
                values.cols(), [&](Index col) { return static_cast<double>(values(row, col)); }));
        }
    });
    return lengths;
}

double distanceOf(const MatrixView& a, Index row_a, const MatrixView& b, Index row_b) {
    return lengthOf(a.cols(), [&](Index col) { return a(row_a, col) - b(row_b, col); });
}

bool sameRow(const MatrixView& a, Index row_a, const MatrixView& b, Index row_b) {
    for (Index col = 0; col < a.cols(); ++col) {
        if (a(row_a, col) != b(row_b, col)) return false;
    }
    return true;
}

std::optional<Span> spanOf(const Finder& finder, const MatrixView& view) {
    std::optional<Span> span;
    bool is_finite = true;
    eachCell(view, [&](Cell cell, double value) {
        if (!finder.counts(cell)) return;
        is_finite = is_finite && std::isfinite(value);
        if (!span) span = Span{value, value};
        span->least = std::min(span->least, value);
        span->greatest = std::max(span->greatest, value);
    });
    return is_finite ? span : std::nullopt;
}

std::vector<WeightsOfRow> weightsOfRows(const Finder& finder, const MatrixView& weights) {
    std::vector<WeightsOfRow> rows(static_cast<std::size_t>(weights.rows()));
    const auto allowed = finder.trace.tensor(MatrixId::mask).as<unsigned char>();
    eachCell(weights, [&](Cell cell, double weight) {
        WeightsOfRow& row = rows[static_cast<std::size_t>(cell.row)];
        row.sum += weight;
        row.is_nan = row.is_nan || std::isnan(weight);
        if (allowed(cell.row, cell.col) == 0) {
            row.hidden += weight;
            return;
        }
        if (row.keys.empty()) row.first = weight;
        row.is_even = row.is_even && weight == row.first;
        row.keys.push_back(cell.col);
    });
    for (std::size_t k = 0; k < rows.size(); ++k) {
        WeightsOfRow& row = rows[k];
        if (!row.keys.empty() || weights.cols() == 0) continue;
        const auto at = static_cast<Index>(k);
        row.first = weights(at, 0);
        for (Index key = 0; key < weights.cols(); ++key) {
            row.is_even = row.is_even && weights(at, key) == row.first;
        }
    }
    return rows;
}

Reason reasonOfNan(const Finder& finder, Index head, Index row, Index keys) {
    if (isOverColumns(finder.document.masking)) {
        if (info(finder.document.masking.method).place == MaskingPlace::scores) {
            return Reason::from_column;
        }
        const MatrixView masked = finder.trace.view(MatrixId::masked_weights, head);
        for (Index key = 0; key < masked.cols(); ++key) {
            if (std::isnan(masked(row, key))) return Reason::from_column;
        }
        return keys == 0 ? Reason::no_key_nothing : Reason::nothing_left;
    }
    const MatrixView logits = finder.trace.view(softmaxInput(finder.document), head);
    bool are_low = true;
    bool has_infinity = false;
    for (Index key = 0; key < logits.cols(); ++key) {
        const double score = logits(row, key);
        if (std::isnan(score)) return Reason::nan_score;
        has_infinity = has_infinity || score == kFinderInfinity;
        are_low = are_low && score == -kFinderInfinity;
    }
    if (has_infinity) return Reason::infinite_score;
    if (are_low) return keys == 0 ? Reason::no_key_low : Reason::all_low;
    return keys == 0 ? Reason::no_key_nothing : Reason::nothing_left;
}

void findRange(Finder& f) {
    const std::optional<Span> span = spanOf(f, f.values);
    if (!span) return findPairsHidden(f);
    f.add(ClaimKind::range).numbers = {span->least, span->greatest};
}

}  // namespace lookback

#include "core/compare/row_trial.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include <fmt/format.h>

#include "core/compare/row_tables.h"
#include "core/engine/attend.h"
#include "core/positions/encodings.h"

namespace lookback {
namespace {

using Eigen::numext::bit_cast;

/// The value with these bits. The bits of values ≥ 0 count them in their order.
double heldAt(std::int64_t bits, ScalarKind kind) {
    switch (kind) {
        case ScalarKind::bfloat16:
            return static_cast<float>(bit_cast<Eigen::bfloat16>(static_cast<std::uint16_t>(bits)));
        case ScalarKind::float16:
            return static_cast<float>(bit_cast<Eigen::half>(static_cast<std::uint16_t>(bits)));
        case ScalarKind::float32: return bit_cast<float>(static_cast<std::uint32_t>(bits));
        case ScalarKind::float64:
        case ScalarKind::boolean: break;
    }
    return bit_cast<double>(bits);
}

std::int64_t bitsOf(double value, ScalarKind kind) {
    const auto narrow = static_cast<float>(value);
    switch (kind) {
        case ScalarKind::bfloat16:
            return bit_cast<std::uint16_t>(static_cast<Eigen::bfloat16>(narrow));
        case ScalarKind::float16: return bit_cast<std::uint16_t>(static_cast<Eigen::half>(narrow));
        case ScalarKind::float32: return bit_cast<std::uint32_t>(narrow);
        case ScalarKind::float64:
        case ScalarKind::boolean: break;
    }
    return bit_cast<std::int64_t>(value);
}

constexpr double kMostGrowth = 1e300;

/// Embeddings of width 1 that make these scores: keys are the scores, the query is 1.
Matrix<double> embeddingsOf(const std::vector<double>& scores) {
    Matrix<double> x(static_cast<Index>(scores.size()), 2);
    for (Index key = 0; key < x.rows(); ++key) {
        x(key, 0) = scores[static_cast<std::size_t>(key)];
        x(key, 1) = 1;
    }
    return x;
}

/// The double nearest to the decimal `digits`e`exponent`.
double twoDigits(int digits, int exponent) {
    return std::strtod(fmt::format("{}e{}", digits, exponent).c_str(), nullptr);
}

}  // namespace

HeldValues::HeldValues(DType dtype)
    : kind_(info(dtype).kind), last_(bitsOf(info(dtype).largest, kind_)) {}

double HeldValues::at(std::int64_t place) const {
    assert(std::abs(place) <= last_);
    const double size = heldAt(std::abs(place), kind_);
    return place < 0 ? -size : size;
}

std::optional<RowTrial> RowTrial::of(const Document& document, Index query, Index head) {
    if (!info(document.masking.method).uses_value) return std::nullopt;
    if (isOverColumns(document.masking)) return std::nullopt;  // a weight depends on other rows
    Document computed = document;
    computed.masking.value = 0;  // the document's value may not fit the dtype, and does not matter
    if (!faults(computed).empty()) return std::nullopt;
    constexpr std::array kWanted{MatrixId::scores};
    const Trace trace = attendOnly(computed, kWanted);
    const MatrixView scores = trace.view(MatrixId::scores, head);
    RowTrial trial;
    trial.query_ = query;
    for (Index key = 0; key < scores.cols(); ++key) {
        if (!std::isfinite(scores(query, key))) return std::nullopt;
        trial.scores_.push_back(scores(query, key));
        if (!allows(document.mask, query, key)) ++trial.hidden_;
    }
    Document& small = trial.document_;
    small.tokens.resize(document.tokens.size());
    small.dtype = document.dtype;
    small.embeddings = embeddingsOf(trial.scores_);
    small.weights.query = Matrix<double>(Matrix<double>{{0}, {1}});
    small.weights.key = Matrix<double>(Matrix<double>{{1}, {0}});
    small.weights.value = Matrix<double>(2, 0);
    small.scale = {Scale::Kind::number, divisor(document)};
    small.softcap = document.softcap;
    small.mask = document.mask;
    small.masking = computed.masking;
    if (info(document.positions.kind).has_slopes) {
        small.positions.kind = document.positions.kind;
        small.positions.slopes = {headSlope(document, head)};
    }
    if (!faults(small).empty()) return std::nullopt;
    return trial;
}

bool RowTrial::canGrow() const {
    return std::any_of(scores_.begin(), scores_.end(), [](double score) { return score != 0; });
}

double RowTrial::blockedWith(double value) const {
    Document tried = document_;
    tried.masking.value = value;
    constexpr std::array kWanted{MatrixId::mask, MatrixId::attention_weights};
    return maskedRowOf(attendOnly(tried, kWanted), query_, 0).blocked;
}

std::optional<double> RowTrial::blockedWith(double value, double growth) const {
    RowTrial grown = *this;
    for (double& score : grown.scores_)
        score = roundedTo(score * growth, info(document_.dtype).kind);
    for (const double score : grown.scores_) {
        if (!std::isfinite(score)) return std::nullopt;
    }
    grown.document_.embeddings = embeddingsOf(grown.scores_);
    return grown.blockedWith(value);
}

std::optional<double> greatestBlockingValue(const RowTrial& trial, DType dtype) {
    if (trial.hidden() == 0) return std::nullopt;
    const HeldValues values(dtype);
    const auto blocks = [&](std::int64_t place) {
        return trial.blockedWith(values.at(place)) == 0;
    };
    std::int64_t below = -values.last();
    if (!blocks(below)) return std::nullopt;
    std::int64_t above = values.last();
    if (blocks(above)) return values.at(above);
    for (std::int64_t middle = 0; middle != below; middle = std::midpoint(below, above)) {
        (blocks(middle) ? below : above) = middle;
    }
    return values.at(below);
}

std::optional<ScoreGrowth> growthUntilLeak(const RowTrial& trial, double value) {
    const auto holds = [&](double growth) {
        const auto blocked = trial.blockedWith(value, growth);
        return blocked && *blocked == 0;
    };
    if (!holds(1)) return std::nullopt;
    int exponent = 0;
    while (twoDigits(1, exponent + 1) < kMostGrowth && holds(twoDigits(1, exponent + 1)))
        ++exponent;
    ScoreGrowth growth{.holds = twoDigits(1, exponent)};
    int below = 10;
    int above = 100;
    while (above - below > 1) {
        const int middle = (below + above) / 2;
        (holds(twoDigits(middle, exponent - 1)) ? below : above) = middle;
    }
    growth.holds = twoDigits(below, exponent - 1);
    const double next = twoDigits(above, exponent - 1);
    if (const auto blocked = trial.blockedWith(value, next); blocked && *blocked > 0) {
        growth.leaks = next;
    }
    return growth;
}

}  // namespace lookback

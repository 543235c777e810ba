#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/engine/masking_arithmetic.h"
#include "core/engine/scalar.h"
#include "core/explain/checks.h"
#include "core/explain/masking_words.h"
#include "core/explain/meaning.h"
#include "messages/explain.h"

namespace lookback {
namespace {

constexpr double kSoftmaxInfinity = std::numeric_limits<double>::infinity();

/// Why softmax gave NaN for this row.
Messages whyNan(const ExplainContext& c, const RowFacts& row) {
    const std::vector<double>& scores = c.operation.left;
    const auto is_low = [](double score) { return score == -kSoftmaxInfinity; };
    if (std::all_of(scores.begin(), scores.end(), is_low)) {
        Messages meaning{say::explain::NanLow{}, say::explain::NanLowInPytorch{}};
        if (row.allowed.empty()) meaning.insert(meaning.begin(), looksAt(c, row));
        return meaning;
    }
    if (std::find(scores.begin(), scores.end(), kSoftmaxInfinity) != scores.end()) {
        return {say::explain::NanInfinity{}, say::explain::NanInfinityWhy{}};
    }
    return {say::explain::NanScore{}};
}

/// Why softmax over columns gave NaN for this column.
Messages whyColumnNan(const ExplainContext& c) {
    const std::vector<double>& scores = c.operation.left;
    const auto is_low = [](double score) { return score == -kSoftmaxInfinity; };
    if (std::all_of(scores.begin(), scores.end(), is_low)) {
        return {say::explain::ColumnNanLow{}, say::explain::NanLowInPytorch{}};
    }
    if (std::find(scores.begin(), scores.end(), kSoftmaxInfinity) != scores.end()) {
        return {say::explain::ColumnNanInfinity{}};
    }
    return {say::explain::ColumnNanScore{}};
}

Messages ofEmptyRow(const ExplainContext& c, const RowFacts& row) {
    if (c.explained.isEmptied()) return {looksAt(c, row), say::explain::Emptied{}};
    if (!row.evenly) {
        if (!c.options.tells_row) return {looksAt(c, row)};
        return {looksAt(c, row), say::explain::EmptyUneven{.share = Share{row.blocked_share}}};
    }
    const double score = c.operation.left.front();
    const bool is_chosen = score == 0 || score == c.explained.document.masking.value;
    return {looksAt(c, row),
            say::explain::EmptyEven{
                .score = is_chosen ? Argument(brief(score)) : Argument(decimal(c, score)),
                .share = Share{c.operation.result}}};
}

/// Why blocked keys get no weight: their score is −1e9, and e^−1e9 rounds to 0.
Messages ofBlocked(const ExplainContext& c, const RowFacts& row) {
    const Masking& masking = c.explained.document.masking;
    const double number = maskedScoreValue(masking);
    const double exponent =  // in the input of softmax
        masksBeforeScale(masking) ? number / divisor(c.explained.document) : number;
    Messages meaning{maskingWords(masking.method).effect(c, row)};
    const Decimal digits{exponent, std::abs(exponent) < 1e6 ? 2 : 0};
    if (masksBeforeScale(masking) && std::isfinite(exponent)) {
        meaning.push_back(say::explain::ScalingMakes{.number = digits});
    }
    const auto count = static_cast<Index>(row.blocked.size());
    const ScalarKind wide = withScalar(
        c.explained.document.dtype, []<class Scalar>(Scalar) { return kKindOf<WideOf<Scalar>>; });
    if (roundedTo(std::exp(exponent), wide) == 0) {
        using Said = say::explain::PowerIsZero;
        meaning.push_back(
            Said{.exponent = exponent == number ? Argument(brief(number)) : Argument(digits),
                 .how = std::isinf(exponent) ? Said::How::exactly : Said::How::other,
                 .n = count});
    } else {
        meaning.push_back(say::explain::FarBelow{.n = count});
    }
    meaning.push_back(say::explain::RowStill{.sum = sumOfRow(c, row.sum)});
    return meaning;
}

Messages ofLeak(const ExplainContext& c, const RowFacts& row) {
    const Share share{row.blocked_share};
    const auto count = static_cast<Index>(row.blocked.size());
    const Message gets = count == 1
                             ? Message(say::explain::StillGets{
                                   .reason = reasonFor(c, row.blocked.front()), .share = share})
                             : Message(say::explain::StillGet{.n = Count{count}, .share = share});
    return {gets, maskingWords(c.explained.document.masking.method).leak(c)};
}

void append(Messages& meaning, Messages more) {
    meaning.insert(meaning.end(), more.begin(), more.end());
}

Messages ofUnmaskedSoftmax(const ExplainContext& c, const RowFacts& row) {
    if (!c.options.tells_row) return {say::explain::Unmasked{}};
    if (row.blocked.empty()) {
        return {say::explain::Unmasked{}, say::explain::UnmaskedAll{.token = rowToken(c)}};
    }
    return {say::explain::Unmasked{},
            say::explain::UnmaskedBlocked{.share = Share{row.blocked_share}, .token = rowToken(c)}};
}

}  // namespace

Messages meaningOfSoftmax(const ExplainContext& c) {
    const RowFacts row(c, c.explained.id);
    const Cell cell = c.explained.cell;
    if (std::isnan(c.operation.result)) return whyNan(c, row);
    if (c.explained.id == MatrixId::unmasked_weights) return ofUnmaskedSoftmax(c, row);
    if (row.allowed.empty()) return ofEmptyRow(c, row);
    if (c.explained.document.n() == 1) return {say::explain::Alone{.token = rowToken(c)}};
    Messages meaning{looksAt(c, row)};
    if (!c.options.tells_row) return meaning;
    if (row.evenly && row.allowed.size() > 1) {
        meaning.push_back(say::explain::Even{.share = Share{row.even_share}});
    }
    if (row.blocked.empty()) {
        const Share share{c.operation.result};
        const Argument sum = sumOfRow(c, row.sum);
        meaning.push_back(cell.row == cell.col
                              ? Message(say::explain::Keeps{.share = share, .sum = sum})
                              : Message(say::explain::Gets{
                                    .token = token(c, cell.col), .share = share, .sum = sum}));
    } else if (row.blocked_share > 0) {
        append(meaning, ofLeak(c, row));
    } else if (maskingWords(c.explained.document.masking.method).is_mistake) {
        append(meaning, {say::explain::NoLeakByLuck{}, say::explain::NoLeakByLuckWhy{}});
    } else {
        append(meaning, ofBlocked(c, row));
    }
    return meaning;
}

Messages meaningOfColumnSoftmax(const ExplainContext& c) {
    const RowFacts row(c, c.explained.id);
    if (c.explained.isEmptied()) return ofEmptyRow(c, row);
    if (std::isnan(c.operation.result)) return whyColumnNan(c);
    Messages meaning{say::explain::ColumnSoftmax{.key = token(c, c.explained.cell.col)}};
    const std::vector<bool> silent = silentKeys(c.explained, c.operation);
    Index hidden = 0;
    for (std::size_t k = 0; k < silent.size(); ++k) {
        const auto query = static_cast<Index>(k);
        if (!silent[k] && k != c.operation.at && !c.explained.allowed(query)) ++hidden;
    }
    if (hidden > 0) {
        meaning.push_back(say::explain::ColumnLeak{.n = hidden, .token = rowToken(c)});
    }
    if (!c.options.tells_row) return meaning;
    if (std::isnan(row.sum)) {
        meaning.push_back(say::explain::RowBesideNan{.token = rowToken(c)});
    } else {
        meaning.push_back(
            say::explain::ColumnRowSum{.token = rowToken(c), .sum = sumOfRow(c, row.sum)});
    }
    return meaning;
}

Messages meaningOfZeroing(const ExplainContext& c) {
    const RowFacts row(c, MatrixId::masked_weights);
    const Index key = c.explained.cell.col;
    if (std::isnan(c.operation.result)) return {say::explain::ZeroingNan{}};
    const double before = c.operation.left.front();
    const Message change =
        c.operation.allowed.front()
            ? Message(say::explain::WeightStays{.token = rowToken(c), .key = otherToken(c, key)})
        : before == 0 ? Message(say::explain::WeightWasZero{.reason = reasonFor(c, key)})
                      : Message(say::explain::WeightBecomesZero{.reason = reasonFor(c, key),
                                                                .share = Share{before}});
    if (!c.options.tells_row) return {change};
    return {change, say::explain::RowNow{.sum = sumOfRow(c, row.sum)}};
}

Messages meaningOfRenormalising(const ExplainContext& c) {
    const RowFacts row(c, MatrixId::masked_weights);
    if (std::isnan(row.sum)) return {say::explain::RenormalizeNan{}};
    if (row.sum == 0) {
        if (row.allowed.empty()) return {looksAt(c, row), say::explain::RenormalizeNothing{}};
        return {say::explain::RenormalizeUnderflow{.dtype = dtypeOf(c)}};
    }
    const Argument sum = sumOfRow(c, row.sum);
    if (isOverColumns(c.explained.document.masking)) {
        return {say::explain::RenormalizeOverColumns{.token = rowToken(c), .sum = sum}};
    }
    if (row.blocked.empty())
        return {say::explain::RenormalizeAll{.token = rowToken(c), .sum = sum}};
    return {say::explain::Renormalize{.token = rowToken(c), .sum = sum}};
}

Messages meaningOfCopy(const ExplainContext& c) {
    const RowFacts row(c, c.explained.id);
    if (std::isnan(row.sum)) return {say::explain::CopyNan{}};
    Messages meaning{say::explain::Copy{.token = rowToken(c), .sum = sumOfRow(c, row.sum)}};
    const double tolerance = sumTolerance(c.explained.document.dtype);
    if (row.sum < 1 - tolerance) {
        meaning.push_back(say::explain::CopyWhy{});
    }
    return meaning;
}

/// The first blocked key whose value is not finite: a weight of 0 does not remove it.
std::optional<Index> endlessBlocked(const RowFacts& row, const Operation& operation) {
    for (const Index key : row.blocked) {
        if (!std::isfinite(operation.right[static_cast<std::size_t>(key)])) return key;
    }
    return std::nullopt;
}

Messages meaningOfWeightedSum(const ExplainContext& c) {
    constexpr std::size_t kMostNamed = 4;  // of more, one less is named
    const RowFacts row(c, c.explained.left);
    const std::vector<double>& weights = c.operation.left;
    if (std::isnan(row.sum)) return {say::explain::ContextNan{.token = rowToken(c)}};
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < weights.size(); ++k) {
        if (weights[k] != 0) order.push_back(k);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    const std::size_t named = order.size() > kMostNamed ? kMostNamed - 1 : order.size();
    Listed parts;
    double rest = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto key = static_cast<Index>(order[k]);
        const Share share{weights[order[k]]};
        if (k >= named) {
            rest += share.value;
        } else if (key == c.explained.cell.row) {
            parts.things.emplace_back(Message(say::explain::PartOwn{.share = share}));
        } else {
            parts.things.emplace_back(
                Message(say::explain::Part{.share = share, .token = token(c, key)}));
        }
    }
    if (named < order.size()) {
        parts.things.emplace_back(Message(say::explain::PartRest{
            .share = Share{rest}, .n = static_cast<Index>(order.size() - named)}));
    }
    Messages meaning;
    if (order.empty()) {
        meaning.push_back(
            say::explain::ContextNothing{.head = headNumber(c), .token = rowToken(c)});
    } else {
        meaning.push_back(
            say::explain::Context{.head = headNumber(c), .token = rowToken(c), .parts = parts});
    }
    if (row.blocked_share > 0) {
        meaning.push_back(row.allowed.empty() ? Message(say::explain::ContextAllBlocked{})
                                              : Message(say::explain::ContextLeak{
                                                    .share = Share{row.blocked_share}}));
    } else if (const auto endless = endlessBlocked(row, c.operation)) {
        using Said = say::explain::ContextBlockedEndless;
        const double value = c.operation.right[static_cast<std::size_t>(*endless)];
        meaning.push_back(
            Said{.token = token(c, *endless),
                 .number = Decimal{value, 0},
                 .product = std::isnan(value) ? Said::Product::nan : Said::Product::other});
    } else if (row.blocked.size() == 1) {
        meaning.push_back(say::explain::ContextOneBlocked{.token = token(c, row.blocked.front())});
    } else if (!row.blocked.empty() && !order.empty()) {
        meaning.push_back(say::explain::ContextBlocked{});
    }
    addNonFinite(c, meaning);
    return meaning;
}

}  // namespace lookback

#include "core/explain/meaning.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/explain/cell_arithmetic.h"
#include "messages/common.h"
#include "messages/explain.h"

namespace lookback {

TokenLabel token(const ExplainContext& c, Index index) { return {c.names.label(index)}; }

TokenLabel rowToken(const ExplainContext& c) { return token(c, c.explained.cell.row); }

Argument otherToken(const ExplainContext& c, Index index) {
    if (index == c.explained.cell.row) return Message(say::common::Itself{});
    return token(c, index);
}

Decimal decimal(const ExplainContext& c, double value) { return {value, c.options.decimals}; }

Verbatim brief(double value) { return {formatShort(value)}; }

Verbatim dtypeOf(const ExplainContext& c) {
    return {std::string(info(c.explained.document.dtype).name)};
}

Index headNumber(const ExplainContext& c) {
    return c.explained.document.heads > 1 ? c.explained.head + 1 : 0;
}

Message reasonFor(const ExplainContext& c, Index key) {
    const auto reason =
        blockedReason(c.explained.document.mask, {c.explained.cell.row, key}, c.names.labels());
    assert(reason);
    return *reason;
}

Argument sumOfRow(const ExplainContext& c, double sum) {
    if (std::abs(sum - 1) < 1e-5) return Count{1};
    return decimal(c, sum);
}

RowFacts::RowFacts(const ExplainContext& c, MatrixId id) {
    const MatrixView weights = c.explained.trace.view(id, c.explained.head);
    std::vector<double> counted;
    for (Index key = 0; key < weights.cols(); ++key) {
        const double weight = weights(c.explained.cell.row, key);
        sum += weight;
        const bool is_allowed = c.explained.allowed(key);
        (is_allowed ? allowed : blocked).push_back(key);
        if (!is_allowed) blocked_share += weight;
        if (is_allowed || weight != 0) counted.push_back(weight);
    }
    for (const double weight : counted) evenly = evenly && weight == counted.front();
    if (!counted.empty()) even_share = counted.front();
}

Message looksAt(const ExplainContext& c, const RowFacts& row) {
    constexpr std::size_t kMostNamed = 4;
    if (row.blocked.empty()) return say::explain::LooksAtAll{.token = rowToken(c)};
    if (row.allowed.empty()) return say::explain::LooksAtNone{.token = rowToken(c)};
    if (row.allowed.size() > kMostNamed) {
        return say::explain::LooksAtSome{.token = rowToken(c),
                                         .n = Count{static_cast<Index>(row.allowed.size())},
                                         .of = Count{c.explained.document.n()}};
    }
    Listed tokens;
    for (const Index key : row.allowed) tokens.things.push_back(otherToken(c, key));
    return say::explain::LooksAt{.token = rowToken(c), .tokens = tokens};
}

void addNonFinite(const ExplainContext& c, Messages& meaning) {
    const Operation& op = c.operation;
    if (std::isfinite(op.result)) return;
    const auto broken = [](double number) { return !std::isfinite(number); };
    const bool inherited = std::any_of(op.left.begin(), op.left.end(), broken) ||
                           std::any_of(op.right.begin(), op.right.end(), broken);
    const Decimal result{op.result, 0};
    if (inherited) {
        meaning.push_back(say::explain::Inherited{.result = result});
    } else if (op.kind == Arithmetic::quotient && op.number == 0) {
        meaning.push_back(say::explain::DividedByZero{.result = result});
    } else {
        meaning.push_back(say::explain::Overflow{.dtype = dtypeOf(c), .result = result});
    }
}

Messages meaningOf(const ExplainContext& context) {
    return cellArithmetic(context.explained.kind).meaning(context);
}

}  // namespace lookback

#include "core/engine/stages.h"
#include "tests/core/narrator_truth.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

bool isNoKey(const Told& t) {
    Index count = 0;
    Index first = -1;
    for (Index row = t.n(); row-- > 0;) {
        if (!t.keys(row).empty()) continue;
        ++count;
        first = row;
    }
    const Claim& c = t.claim;
    if (count == 0 || first != c.row || count != c.count) return false;
    const std::vector<double> weights =
        t.numbers(MatrixId::attention_weights).at(static_cast<std::size_t>(first));
    const bool are_equal = std::all_of(weights.begin(), weights.end(),
                                       [&](double weight) { return weight == weights.front(); });
    const std::vector<double> logits =
        t.numbers(softmaxInput(t.document)).at(static_cast<std::size_t>(first));
    const bool are_low =
        std::all_of(logits.begin(), logits.end(), [](double score) { return score == -kInfinity; });
    switch (c.reason) {
        case Reason::zeros: return are_equal && weights.front() == 0;
        case Reason::even: return are_equal && weights.front() == c.numbers.at(0);
        case Reason::weighed: return sumOfRow(weights) > 0;
        case Reason::from_column: return hasNan(weights);
        case Reason::uneven: return !are_equal && isNear(sumOfRow(weights), c.numbers.at(0));
        case Reason::no_key_low: return hasNan(weights) && are_low;
        case Reason::no_key_nothing: return hasNan(weights) && !hasNan(logits) && !are_low;
        default: return hasNan(weights) && (hasNan(logits) || !isFiniteRow(logits));
    }
}

bool isPairsHidden(const Told& t) {
    Index blocked = 0;
    bool are_later_ones = t.n() > 1;
    for (Index row = 0; row < t.n(); ++row) {
        for (Index col = 0; col < t.n(); ++col) {
            if (!t.allowed(row, col)) ++blocked;
            if ((col > row) == t.allowed(row, col)) are_later_ones = false;
        }
    }
    return t.claim.count == blocked && t.claim.of == t.n() * t.n() &&
           are_later_ones == (t.claim.reason == Reason::later_hidden);
}

bool isWouldLook(const Told& t) {
    const Numbers free = t.numbers(MatrixId::attention_weights, t.unmasked);
    return isMost(t, [&](Index row) { return t.hidden(free, row); });
}

bool isTakenMost(const Told& t) {
    const Numbers before = t.numbers(MatrixId::unmasked_weights);
    return isMost(t, [&](Index row) { return t.hidden(before, row); });
}

bool isLeftLeast(const Told& t) {
    const Numbers left = t.numbers(MatrixId::attention_weights);
    const auto sum = [&](Index row) { return sumOfRow(left[static_cast<std::size_t>(row)]); };
    for (Index row = 0; row < t.n(); ++row) {
        if (row != t.claim.row && !(sum(row) > sum(t.claim.row))) return false;
    }
    return isNear(sum(t.claim.row), t.claim.numbers.at(0)) && sum(t.claim.row) < 1;
}

}  // namespace lookback::test

#include <map>

#include "core/engine/stages.h"
#include "tests/core/narrator_truth.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

bool isNanRow(const Told& t) {
    const Numbers weights = t.numbers();
    Index count = 0;
    Index first = -1;
    for (Index row = t.n(); row-- > 0;) {
        if (!hasNan(weights[static_cast<std::size_t>(row)])) continue;
        ++count;
        first = row;
    }
    const Claim& c = t.claim;
    if (count == 0 || c.count != count || c.row != first || c.of != t.n()) return false;
    const std::vector<double> scores =
        t.numbers(softmaxInput(t.document)).at(static_cast<std::size_t>(first));
    const bool are_low =
        std::all_of(scores.begin(), scores.end(), [](double score) { return score == -kInfinity; });
    const bool has_infinity = std::find(scores.begin(), scores.end(), kInfinity) != scores.end();
    const bool has_keys = !t.keys(first).empty();
    switch (c.reason) {
        case Reason::no_key_low: return are_low && !has_keys;
        case Reason::all_low: return are_low && has_keys;
        case Reason::infinite_score: return has_infinity && !hasNan(scores);
        case Reason::nan_score: return hasNan(scores);
        case Reason::from_column:
            return hasNan(t.numbers(t.document.masking.method == MaskingMethod::renormalize
                                        ? MatrixId::masked_weights
                                        : MatrixId::attention_weights)
                              .at(static_cast<std::size_t>(first)));
        case Reason::no_key_nothing:
        case Reason::nothing_left:
            return has_keys == (c.reason == Reason::nothing_left) && !hasNan(scores) &&
                   !has_infinity &&
                   sumOfRow(t.numbers(MatrixId::masked_weights)[static_cast<std::size_t>(first)]) ==
                       0;
        default: return false;
    }
}

bool hasSumsOverColumns(const Told& t) {
    std::vector<double> sums;
    for (const auto& row : t.numbers()) sums.push_back(sumOfRow(row));
    const auto [least, greatest] = std::minmax_element(sums.begin(), sums.end());
    return t.document.masking.softmax == SoftmaxOver::columns &&
           isNear(*least, t.claim.numbers.at(0)) && isNear(*greatest, t.claim.numbers.at(1));
}

bool isNanColumn(const Told& t) {
    Index count = 0;
    Index first = -1;
    for (Index key = t.n(); key-- > 0;) {
        bool has_nan = false;
        for (const auto& row : t.numbers()) {
            has_nan = has_nan || std::isnan(row[static_cast<std::size_t>(key)]);
        }
        if (!has_nan) continue;
        ++count;
        first = key;
    }
    return t.document.masking.softmax == SoftmaxOver::columns && count > 0 &&
           count == t.claim.count && first == t.claim.col && t.claim.of == t.n();
}

bool isLeak(const Told& t) {
    const MatrixId id = t.claim.id == MatrixId::unmasked_weights ? MatrixId::unmasked_weights
                                                                 : MatrixId::attention_weights;
    const Numbers weights = t.numbers(id);
    std::map<Index, double> leaks;
    for (Index row = 0; row < t.n(); ++row) {
        if (t.keys(row).empty() || hasNan(weights[static_cast<std::size_t>(row)])) continue;
        if (t.hidden(weights, row) > 0) leaks[row] = t.hidden(weights, row);
    }
    if (t.claim.count != static_cast<Index>(leaks.size()) || leaks.empty()) return false;
    if (t.claim.reason != Reason::clearly_most) return t.claim.numbers.empty();
    for (const auto& [row, share] : leaks) {
        if (row != t.claim.row && !(share < leaks.at(t.claim.row))) return false;
    }
    return isNear(leaks.at(t.claim.row), t.claim.numbers.at(0));
}

bool isLargestWeight(const Told& t) {
    const MatrixId id = t.claim.id == MatrixId::unmasked_weights ? MatrixId::unmasked_weights
                                                                 : MatrixId::attention_weights;
    const Numbers weights = t.numbers(id);
    const double told = t.at(weights, t.claim.row, t.claim.col);
    if (told != t.claim.numbers.at(0) || t.keys(t.claim.row).size() < 2) return false;
    for (Index row = 0; row < t.n(); ++row) {
        const auto& all = weights[static_cast<std::size_t>(row)];
        if (t.keys(row).size() < 2 || hasNan(all)) continue;
        for (Index col = 0; col < t.n(); ++col) {
            const bool is_it = row == t.claim.row && col == t.claim.col;
            if (!is_it && !(t.at(weights, row, col) < told)) return false;
        }
    }
    return true;
}

bool isOnlyOne(const Told& t) {
    return t.keys(t.claim.row) == std::vector<Index>{t.claim.col} &&
           t.at(t.numbers(), t.claim.row, t.claim.col) == t.claim.numbers.at(0);
}

bool isEvenRow(const Told& t) {
    const Numbers weights = t.numbers();
    Index rows = 0;
    for (Index row = 0; row < t.n(); ++row) {
        const std::vector<Index> keys = t.keys(row);
        const bool is_even = keys.size() > 1 && t.at(weights, row, keys.front()) > 0 &&
                             std::all_of(keys.begin(), keys.end(), [&](Index key) {
                                 return t.at(weights, row, key) == t.at(weights, row, keys.front());
                             });
        if (!is_even) continue;
        if (rows++ > 0) continue;
        if (row != t.claim.row || static_cast<Index>(keys.size()) != t.claim.count) return false;
        if (t.at(weights, row, keys.front()) != t.claim.numbers.at(0)) return false;
    }
    return rows > 0 && rows == t.claim.of;
}

bool isOneValue(const Told& t) {
    const Numbers weights = t.numbers(MatrixId::attention_weights);
    for (Index key = 0; key < t.n(); ++key) {
        const double expected = key == t.claim.col ? 1 : 0;
        if (t.at(weights, t.claim.row, key) != expected) return false;
    }
    return t.context().at(static_cast<std::size_t>(t.claim.row)) ==
           t.numbers(MatrixId::value).at(static_cast<std::size_t>(t.claim.col));
}

bool isTakesNothing(const Told& t) {
    const Numbers weights = t.numbers(MatrixId::attention_weights);
    Index count = 0;
    Index first = -1;
    for (Index row = t.n(); row-- > 0;) {
        const auto& all = weights[static_cast<std::size_t>(row)];
        if (!std::all_of(all.begin(), all.end(), [](double weight) { return weight == 0; })) {
            continue;
        }
        ++count;
        first = row;
    }
    return count > 0 && count == t.claim.count && first == t.claim.row;
}

}  // namespace lookback::test

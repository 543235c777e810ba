#include "core/explain/lifted_weight.h"

#include <cmath>

#include "messages/explain.h"

namespace lookback {
namespace {

/// The keys that a mask blocks for a query.
struct BlockedKeys {
    Index count = 0;
    double weight = 0;  ///< sum of their weights
    bool are_later = true;
    bool are_earlier = true;
};

BlockedKeys blockedKeys(const MatrixView& lifted, const MatrixView& weights, Index query) {
    BlockedKeys keys;
    for (Index key = 0; key < lifted.cols(); ++key) {
        if (lifted(query, key) != 0) continue;
        ++keys.count;
        keys.weight += weights(query, key);
        keys.are_later = keys.are_later && key > query;
        keys.are_earlier = keys.are_earlier && key < query;
    }
    return keys;
}

double sumOf(const MatrixView& weights, Index query) {
    double sum = 0;
    for (Index key = 0; key < weights.cols(); ++key) sum += weights(query, key);
    return sum;
}

template <class Said>
typename Said::Which whichOf(const BlockedKeys& keys) {
    if (keys.are_later) return Said::Which::later;
    return keys.are_earlier ? Said::Which::earlier : Said::Which::other;
}

}  // namespace

Index mostLifted(const MatrixView& lifted, const MatrixView& weights, Index query) {
    Index most = query;
    double weight = blockedKeys(lifted, weights, query).weight;
    if (weight != 0) return query;
    for (Index before = 0; before < query; ++before) {
        const double taken = blockedKeys(lifted, weights, before).weight;
        if (!(taken > weight)) continue;
        most = before;
        weight = taken;
    }
    return most;
}

std::optional<Message> liftedMaskFact(const MatrixView& lifted, const MatrixView& weights,
                                      Index query, const TokenLabel& token, Index head,
                                      SoftmaxOver softmax) {
    const BlockedKeys keys = blockedKeys(lifted, weights, query);
    if (std::isnan(keys.weight)) return std::nullopt;
    const bool is_over_columns = softmax == SoftmaxOver::columns;
    if (keys.count == 0 && is_over_columns) return say::explain::LiftedChanges{.token = token};
    if (keys.count == 0) {
        using Said = say::explain::LiftedNothing;
        const bool is_last =
            query > 0 && query + 1 == lifted.rows() && lifted(query - 1, query) == 0;
        return Said{.which = is_last ? Said::Which::last : Said::Which::other, .token = token};
    }
    if (keys.weight == 0) {
        using Said = say::explain::LiftedTakesNone;
        return Said{.head = head, .token = token, .which = whichOf<Said>(keys)};
    }
    using Said = say::explain::LiftedTakes;
    const double share = is_over_columns ? keys.weight / sumOf(weights, query) : keys.weight;
    return Said{.head = head, .token = token, .share = Share{share}, .which = whichOf<Said>(keys)};
}

}  // namespace lookback

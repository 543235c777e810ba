#pragma once

#include <algorithm>
#include <cmath>

#include "core/document/document.h"
#include "core/engine/attend.h"

namespace lookback::test {

/// The largest weight of a blocked cell, found cell by cell; NaN where the weight of any is NaN.
inline double largestBlockedByHand(const Document& document) {
    const Trace trace = attend(document);
    double most = 0;
    for (Index head = 0; head < document.heads; ++head) {
        const MatrixView weights = trace.view(MatrixId::attention_weights, head);
        for (Index query = 0; query < document.n(); ++query) {
            for (Index key = 0; key < document.n(); ++key) {
                if (allows(document.mask, query, key)) continue;
                const double weight = weights(query, key);
                if (std::isnan(weight)) return weight;
                most = std::max(most, weight);
            }
        }
    }
    return most;
}

}  // namespace lookback::test

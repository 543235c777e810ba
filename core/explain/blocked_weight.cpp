#include "core/explain/blocked_weight.h"

#include <algorithm>
#include <cmath>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/engine/trace.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// The largest blocked weight of one head.
template <class Weights, class Allowed>
double largestBlocked(const Weights& weights, const Allowed& allowed) {
    double most = 0;
    for (Index query = 0; query < weights.rows(); ++query) {
        for (Index key = 0; key < weights.cols(); ++key) {
            if (allowed(query, key) != 0) continue;
            const auto weight = static_cast<double>(weights(query, key));
            if (std::isnan(weight)) return weight;
            most = std::max(most, weight);
        }
    }
    return most;
}

BlockedWeight computedIn(DType dtype, const Document& document) {
    Document wished = document;
    wished.dtype = dtype;
    BlockedWeight found;
    wished.masking.value = fittingValue(dtype, document.masking.value);
    if (!faults(wished).empty()) {
        found.state = BlockedWeight::State::misfit;
        return found;
    }
    if (!fits(dtype, document.masking)) {
        found.state = BlockedWeight::State::value_misfit;
        return found;
    }
    constexpr std::array kWanted{Id::mask, Id::attention_weights};
    found.most = largestBlockedWeight(attendOnly(wished, kWanted));
    found.state = BlockedWeight::State::computed;
    return found;
}

}  // namespace

double largestBlockedWeight(const Trace& trace) {
    const auto allowed = trace.tensor(Id::mask).as<unsigned char>();
    const Tensor& weights = trace.tensor(Id::attention_weights);
    double most = 0;
    for (Index head = 0; head < weights.heads(); ++head) {
        const double of_head = weights.view(head).visit(
            [&](const auto& values) { return largestBlocked(values, allowed); });
        if (std::isnan(of_head)) return of_head;
        most = std::max(most, of_head);
    }
    return most;
}

BlockedWeights blockedWeights(const Document& document, const Trace& trace, double most_work) {
    const double once = work(document, Phase::tokens) + work(document, Phase::pairs);
    const bool is_little = once * static_cast<double>(kDTypes.size() - 1) <= most_work;
    BlockedWeights found;
    for (const DTypeInfo& type : kDTypes) {
        BlockedWeight& one = found[static_cast<std::size_t>(type.dtype)];
        if (type.dtype == document.dtype) {
            one = {BlockedWeight::State::computed, largestBlockedWeight(trace)};
        } else if (is_little) {
            one = computedIn(type.dtype, document);
        }
    }
    return found;
}

}  // namespace lookback

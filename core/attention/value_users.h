#pragma once

#include "core/attention/stages.h"
#include "core/attention/touched.h"

namespace lookback {

/// The rows of the context, beyond those `known`, in which changed values have a share; as far as
/// it takes one range to hold them. Weights and context are those of before the change. A row that
/// gives the values no weight has no share in them, unless old or new ones are not finite, as 0 *
/// inf is not 0, or the row holds a 0, whose sign could change.
template <class Scalar>
[[nodiscard]] Region valueUsers(const Pass<Scalar>& pass, const Region& values,
                                const Range& known) {
    const Document& document = pass.document;
    const Range tokens = common(values.rows, {0, document.n()});
    const Range heads = common(values.heads, {0, document.heads});
    const Index d_v = document.dV();
    Range rows = known;
    for (Index head = heads.begin; head < heads.end; ++head) {
        const auto weights = pass.in(MatrixId::attention_weights, head);
        const auto contexts = pass.in(MatrixId::context);
        const auto uses = [&](Index row) {
            const auto context = contexts.row(row).segment(head * d_v, d_v).array();
            const auto share = weights.row(row).segment(tokens.begin, tokens.size()).array();
            return !pass.finite_values || !context.isFinite().all() ||
                   (context == Scalar(0)).any() || (share != Scalar(0)).any();
        };
        const Index first = rows.empty() ? document.n() : rows.begin;
        for (Index row = 0; row < first; ++row) {
            if (!uses(row)) continue;
            rows = hull(rows, {row, row + 1});
            break;
        }
        for (Index row = document.n(); !rows.empty() && --row >= rows.end;) {
            if (uses(row)) rows = hull(rows, {row, row + 1});
        }
    }
    return {heads, rows, kEvery};
}

}  // namespace lookback

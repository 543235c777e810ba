#include "core/attention/spread.h"

#include "core/attention/masking_arithmetic.h"

namespace lookback {
namespace {

/// Rows of `from` in `heads`.
Region rowsOf(const Region& from, const Range& heads) {
    return from.empty() ? Region() : Region{heads, from.rows, kEvery};
}

/// Without the rows before the first and after the last that may look at any of the columns.
Region seen(Region cols, const Document& document) {
    const Index n = document.n();
    const auto looks = [&](Index query) {
        for (Index key = cols.cols.begin; key < std::min(cols.cols.end, n); ++key) {
            if (allows(document.mask, query, key)) return true;
        }
        return false;
    };
    cols.rows = common(cols.rows, {0, n});
    while (!cols.rows.empty() && !looks(cols.rows.begin)) ++cols.rows.begin;
    while (!cols.rows.empty() && !looks(cols.rows.end - 1)) --cols.rows.end;
    return cols;
}

}  // namespace

Touched spread(const Stage& stage, const Document& document, const Touched& left,
               const Touched& right) {
    const bool per_head = info(stage.id).per_head;
    switch (stage.arithmetic(document)) {
        case Arithmetic::given:
        case Arithmetic::rule: return {};
        case Arithmetic::dot:
            return {.rows = rowsOf(left.anyRow(), per_head ? left.anyRow().heads : kEvery),
                    .cols = right.cols};
        case Arithmetic::score: {
            const Region keys = right.anyRow();
            return {.rows = left.anyRow(),
                    .cols = keys.empty() ? Region() : Region{keys.heads, kEvery, keys.rows}};
        }
        case Arithmetic::weighted_sum: return {.rows = left.anyRow(), .cols = right.cols};
        case Arithmetic::rotation:
        case Arithmetic::softmax:
        case Arithmetic::renormalising: return {.rows = left.anyRow()};
        case Arithmetic::masking: {
            Touched touched = hull(left, right);
            if (right.empty() && !touched.cols.empty() &&
                arithmeticOf(document.masking.method).replaces) {
                touched.cols = seen(touched.cols, document);
            }
            return touched;
        }
        case Arithmetic::sum:
        case Arithmetic::quotient:
        case Arithmetic::capping:
        case Arithmetic::bias:
        case Arithmetic::zeroing:
        case Arithmetic::copy: break;
    }
    return hull(left, right);
}

}  // namespace lookback

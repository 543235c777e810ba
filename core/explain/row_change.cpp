#include "core/explain/row_change.h"

#include <algorithm>
#include <cmath>

#include "core/explain/checks.h"
#include "core/explain/sentence.h"

namespace lookback {

RowChange rowChange(const MatrixView& was, const MatrixView& is, Index row) {
    RowChange change;
    for (Index key = 0; key < is.cols(); ++key) {
        const double before = was(row, key);
        const double now = is(row, key);
        change.was_nan = change.was_nan || std::isnan(before);
        change.is_nan = change.is_nan || std::isnan(now);
        (now < before ? change.gone : change.come) += std::abs(now - before);
    }
    return change;
}

TextLine rowChangeInWords(const RowChange& change, DType dtype) {
    if (change.was_nan && change.is_nan) return {};
    if (change.was_nan) return {{"This row was NaN before."}};
    if (change.is_nan)
        return {{"This row had weights before: now it is "}, {"NaN", Ink::plain, true}, {"."}};
    if (change.gone == 0 && change.come == 0) return {};
    const auto bold = [](double weight) { return Piece{share(weight), Ink::plain, true}; };
    const double more = change.come - change.gone;
    if (std::abs(more) <= sumTolerance(dtype)) {
        return {bold((change.gone + change.come) / 2), {" of this row"}, {" went elsewhere."}};
    }
    const double moved = std::min(change.gone, change.come);
    if (moved <= sumTolerance(dtype)) {
        return {bold(std::abs(more)),
                {" of this row"},
                {more > 0 ? " was added." : " was taken away."}};
    }
    return {bold(std::abs(more)),
            {more > 0 ? " added, " : " taken away, "},
            bold(moved),
            {" went elsewhere."}};
}

}  // namespace lookback

#include "core/explain/row_change.h"

#include <algorithm>
#include <cmath>

#include "core/explain/checks.h"
#include "messages/explain.h"

namespace lookback {

RowChange rowChange(const MatrixView& was, const MatrixView& is, Index row) {
    RowChange change;
    for (Index key = 0; key < is.cols(); ++key) {
        const double before = was(row, key);
        const double now = is(row, key);
        change.was_nan = change.was_nan || std::isnan(before);
        change.is_nan = change.is_nan || std::isnan(now);
        change.was_sum += before;
        change.is_sum += now;
        (now < before ? change.gone : change.come) += std::abs(now - before);
    }
    return change;
}

std::optional<Message> rowChangeFact(const RowChange& change, DType dtype) {
    if (change.was_nan && change.is_nan) return std::nullopt;
    if (change.was_nan) return Message(say::explain::RowWasNan{});
    if (change.is_nan) return Message(say::explain::RowBecameNan{});
    if (change.gone == 0 && change.come == 0) return std::nullopt;
    const double more = change.come - change.gone;
    if (std::max(change.was_sum, change.is_sum) > 1 + sumTolerance(dtype)) {
        return say::explain::RowSumChanged{.was = Decimal{change.was_sum, 4},
                                           .is = Decimal{change.is_sum, 4}};
    }
    if (std::abs(more) <= sumTolerance(dtype)) {
        return say::explain::RowMoved{.share = Share{(change.gone + change.come) / 2}};
    }
    const Share share{std::abs(more)};
    const double moved = std::min(change.gone, change.come);
    if (moved <= sumTolerance(dtype)) {
        using Said = say::explain::RowChanged;
        return Said{.share = share, .change = more > 0 ? Said::Change::added : Said::Change::other};
    }
    using Said = say::explain::RowChangedAndMoved;
    return Said{.share = share,
                .change = more > 0 ? Said::Change::added : Said::Change::other,
                .moved = Share{moved}};
}

}  // namespace lookback

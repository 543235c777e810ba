#include "core/compare/pair_numbers.h"

#include <algorithm>
#include <cmath>

namespace lookback {
namespace {

constexpr std::array kPairNumbersSides{Side::a, Side::b};

bool isSameToTheBit(double a, double b) {
    return (a == b && std::signbit(a) == std::signbit(b)) || (std::isnan(a) && std::isnan(b));
}

class PairReader {
public:
    PairReader(const Compared& compared, MatrixId id, Index head)
        : values_{compared.a.trace.view(id, head), compared.b.trace.view(id, head)},
          masks_{compared.a.trace.view(MatrixId::mask), compared.b.trace.view(MatrixId::mask)},
          is_of_pairs_(info(id).cols == Axis::token) {}

    PairNumbers run() {
        found_.rows.resize(static_cast<std::size_t>(values_.a.rows()));
        for (Index row = 0; row < values_.a.rows(); ++row) {
            for (Index col = 0; col < values_.a.cols(); ++col) {
                const Cell cell{row, col};
                RowPair& seen = found_.rows[static_cast<std::size_t>(row)];
                take(seen, cell, values_.a(cell), values_.b(cell));
                if (is_of_pairs_) takeHidden(seen, cell);
            }
        }
        takeMasks();
        return std::move(found_);
    }

private:
    void take(RowPair& row, Cell cell, double a, double b) {
        row.sum.a += a;
        row.sum.b += b;
        row.nan.a += std::isnan(a) ? 1 : 0;
        row.nan.b += std::isnan(b) ? 1 : 0;
        if (isSameToTheBit(a, b)) return;
        row.is_same = false;
        if (a == b) {
            ++found_.changed_signs;
            return;
        }
        const double by = std::abs(numberDifference(a, b));
        if (std::isfinite(by)) {
            if (by > most_) found_.largest = cell;
            most_ = std::max(most_, by);
        } else if (std::isfinite(a) == std::isfinite(b)) {
            if (found_.endless++ == 0) found_.first_endless = cell;
        } else {
            const Side side = std::isfinite(a) ? Side::b : Side::a;
            if (found_.lost.of(side)++ == 0) found_.first_lost.of(side) = cell;
        }
    }

    void takeHidden(RowPair& row, Cell cell) {
        for (const Side hiding : kPairNumbersSides) {
            if (masks_.of(hiding)(cell) != 0) continue;
            ++row.hidden.of(hiding);
            if (cell.col <= cell.row) ++row.hidden_before.of(hiding);
            for (const Side giving : kPairNumbersSides) {
                row.hidden_sums.of(hiding).of(giving) += values_.of(giving)(cell);
            }
        }
    }

    void takeMasks() {
        for (Index row = 0; row < masks_.a.rows(); ++row) {
            for (Index col = 0; col < masks_.a.cols(); ++col) {
                const bool by_a = masks_.a(row, col) != 0;
                const bool by_b = masks_.b(row, col) != 0;
                if (by_a && !by_b) ++found_.shown.a;
                if (by_b && !by_a) ++found_.shown.b;
                found_.hides.a = found_.hides.a || !by_a;
                found_.hides.b = found_.hides.b || !by_b;
            }
        }
    }

    BothSides<MatrixView> values_;
    BothSides<MatrixView> masks_;
    bool is_of_pairs_;
    double most_ = 0;
    PairNumbers found_;
};

}  // namespace

bool PairNumbers::isSame() const {
    return std::all_of(rows.begin(), rows.end(), [](const RowPair& row) { return row.is_same; });
}

PairNumbers pairNumbers(const Compared& compared, MatrixId id, Index head) {
    return PairReader(compared, id, head).run();
}

}  // namespace lookback

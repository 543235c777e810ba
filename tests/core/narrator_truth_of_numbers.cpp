#include <initializer_list>

#include "core/engine/position_arithmetic.h"
#include "tests/core/narrator_truth.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

bool isNoTokens(const Told& t) { return t.n() == 0; }

bool isNoWidth(const Told& t) { return t.n() > 0 && t.numbers().front().empty(); }

static bool areWeightsNan(const Told& t, Index head, Index row) {
    return std::isnan(t.trace.view(MatrixId::attention_weights, head)(row, 0));
}

bool isNotFinite(const Told& t) {
    const Numbers values = t.numbers();
    std::vector<Index> rows;
    double first = 0;
    for (const Cell cell : t.cells()) {
        const double value = t.at(values, cell.row, cell.col);
        if (std::isfinite(value)) continue;
        if (rows.empty()) first = value;
        if (rows.empty() || rows.back() != cell.row) rows.push_back(cell.row);
    }
    const Claim& c = t.claim;
    if (rows.empty() || rows.front() != c.row || c.of != t.n()) return false;
    if (static_cast<Index>(rows.size()) != c.count) return false;
    if (!(first == c.numbers.at(0) || (std::isnan(first) && std::isnan(c.numbers[0])))) {
        return false;
    }
    const auto areFinite = [&](std::initializer_list<MatrixId> ids) {
        for (const MatrixId id : ids) {
            for (Index head = 0; head < (info(id).per_head ? t.document.heads : 1); ++head) {
                const MatrixView view = matrixById(t.document, t.trace, id, head);
                for (Index row = 0; row < view.rows(); ++row) {
                    for (Index col = 0; col < view.cols(); ++col) {
                        if (!std::isfinite(view(row, col))) return false;
                    }
                }
            }
        }
        return true;
    };
    const Stage& made = stage(c.id);
    const bool is_overflow = areFinite({made.left(t.document), made.right(t.document)});
    switch (c.reason) {
        case Reason::zero_divisor:
            return c.id == MatrixId::scaled_scores && divisor(t.document) == 0;
        case Reason::no_key_low:
        case Reason::no_key_nothing: {
            const bool is_told = c.id == MatrixId::context || c.id == MatrixId::output;
            bool is_nan = false;
            for (Index head = 0; head < t.document.heads; ++head) {
                is_nan = is_nan || areWeightsNan(t, head, c.row);
            }
            if (c.id == MatrixId::context) is_nan = areWeightsNan(t, t.head, c.row);
            return is_told && is_nan && t.keys(c.row).empty() &&
                   hasNan(values[static_cast<std::size_t>(c.row)]);
        }
        case Reason::overflow: return is_overflow;
        default: return c.reason == Reason::none && !is_overflow;
    }
}

bool isRange(const Told& t) {
    double least = kInfinity;
    double greatest = -kInfinity;
    const Numbers values = t.numbers();
    for (const Cell cell : t.cells()) {
        const double value = t.at(values, cell.row, cell.col);
        if (!std::isfinite(value)) return false;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    return t.claim.numbers == std::vector<double>{least, greatest};
}

bool isLongest(const Told& t) {
    const Numbers rows = t.numbers();
    return isMost(t, [&](Index row) { return lengthOfRow(rows[static_cast<std::size_t>(row)]); });
}

bool isSameRows(const Told& t) {
    const Numbers rows = t.numbers(MatrixId::embeddings);
    return t.claim.row != t.claim.col && rows.at(static_cast<std::size_t>(t.claim.row)) ==
                                             rows.at(static_cast<std::size_t>(t.claim.col));
}

bool isMostAlike(const Told& t) {
    const Numbers rows = t.numbers();
    double told = 0;
    double other = kInfinity;
    for (std::size_t a = 0; a < rows.size(); ++a) {
        for (std::size_t b = a + 1; b < rows.size(); ++b) {
            const double apart = distanceOfRows(rows[a], rows[b]);
            const bool is_it =
                static_cast<Index>(a) == t.claim.row && static_cast<Index>(b) == t.claim.col;
            (is_it ? told : other) = is_it ? apart : std::min(other, apart);
        }
    }
    return t.n() > 2 && told < other && isNear(told, t.claim.numbers.at(0));
}

bool isToldApart(const Told& t) {
    const Numbers rows = t.numbers(MatrixId::encoded);
    return isSameRows(t) && rows.at(static_cast<std::size_t>(t.claim.row)) !=
                                rows.at(static_cast<std::size_t>(t.claim.col));
}

static MatrixId unturned(const Told& t) {
    return t.claim.id == MatrixId::rotated_query ? MatrixId::query : MatrixId::key;
}

bool isTurnedMost(const Told& t) {
    const Numbers before = t.numbers(unturned(t));
    const Numbers after = t.numbers();
    return isMost(t, [&](Index row) {
        const auto at = static_cast<std::size_t>(row);
        return distanceOfRows(after[at], before[at]);
    });
}

bool isUnturned(const Told& t) {
    return t.claim.row == 0 && t.numbers().front() == t.numbers(unturned(t)).front();
}

bool isAlone(const Told& t) {
    return t.n() == 1 && t.claim.numbers == std::vector<double>{t.numbers()[0][0]};
}

static bool isExtreme(const Told& t, double sign) {
    const Numbers values = t.numbers();
    const double told = t.at(values, t.claim.row, t.claim.col);
    for (const Cell cell : t.cells()) {
        if (cell == Cell{t.claim.row, t.claim.col}) continue;
        if (!(sign * t.at(values, cell.row, cell.col) < sign * told)) return false;
    }
    const bool is_blocked = !t.allowed(t.claim.row, t.claim.col);
    return told == t.claim.numbers.at(0) && is_blocked == (t.claim.reason == Reason::blocked);
}

bool isLargest(const Told& t) { return isExtreme(t, 1); }
bool isSmallest(const Told& t) { return isExtreme(t, -1); }

/// All that is told of lies where the claim says, before a step and after it.
static bool areSpans(const Told& t, double number, MatrixId from) {
    const Numbers before = t.numbers(from);
    const Numbers after = t.numbers();
    std::vector<double> expected{number, kInfinity, -kInfinity, kInfinity, -kInfinity};
    for (const Cell cell : t.cells()) {
        const double then = t.at(before, cell.row, cell.col);
        const double now = t.at(after, cell.row, cell.col);
        expected[1] = std::min(expected[1], then);
        expected[2] = std::max(expected[2], then);
        expected[3] = std::min(expected[3], now);
        expected[4] = std::max(expected[4], now);
    }
    return t.claim.numbers == expected;
}

bool isScaled(const Told& t) {
    return areSpans(
        t, divisor(t.document),
        masksBeforeScale(t.document.masking) ? MatrixId::masked_scores : MatrixId::scores);
}

bool isCapped(const Told& t) {
    for (const std::vector<double>& row : t.numbers()) {
        for (const double score : row) {
            if (std::abs(score) > *t.document.softcap) return false;
        }
    }
    return areSpans(t, *t.document.softcap, MatrixId::scaled_scores);
}

bool isFarPays(const Told& t) {
    const Numbers before =
        t.numbers(t.document.softcap ? MatrixId::capped_scores : MatrixId::scaled_scores);
    const Numbers after = t.numbers();
    const double loss = t.claim.numbers.at(0);
    const double slope = slopesOf(t.document).at(static_cast<std::size_t>(t.head));
    const double epsilon = info(t.document.dtype).epsilon;
    const double expected = slope * static_cast<double>(t.n() - 1);
    if (std::abs(loss - expected) > 2 * epsilon * std::abs(expected)) return false;
    const double then = t.at(before, t.n() - 1, 0);
    const double now = t.at(after, t.n() - 1, 0);
    const bool was_blocked = std::isinf(then) || std::abs(then) > 1e4;
    return t.claim.count == t.n() - 1 && t.n() > 1 &&
           (was_blocked ||
            std::abs(then - loss - now) <= 2 * epsilon * (std::abs(then) + std::abs(loss)));
}

}  // namespace lookback::test

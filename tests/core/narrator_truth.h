/// Checks of the narrator's claims, redone from the numbers of the trace in plain loops.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/engine/stages.h"
#include "core/engine/trace.h"
#include "core/narrator/narrate.h"

namespace lookback::test {

using Numbers = std::vector<std::vector<double>>;

/// One narrated step, with the data to check its claims.
struct Told {
    const Document& document;
    const Trace& trace;
    const Step& step;
    Index head;
    const Trace& unmasked;         ///< of the same document without its mask
    const Document* was_document;  ///< as it was opened; nullptr: nothing was edited
    const Trace* was;
    const Claim& claim;

    [[nodiscard]] Index n() const { return document.n(); }
    [[nodiscard]] Numbers numbers(MatrixId id, const Trace& of) const {
        const MatrixView view = of.view(id, head);
        Numbers rows(static_cast<std::size_t>(view.rows()));
        for (Index row = 0; row < view.rows(); ++row) {
            for (Index col = 0; col < view.cols(); ++col) {
                rows[static_cast<std::size_t>(row)].push_back(view(row, col));
            }
        }
        return rows;
    }
    [[nodiscard]] Numbers numbers(MatrixId id) const { return numbers(id, trace); }
    [[nodiscard]] Numbers numbers() const { return numbers(claim.id); }
    /// The columns of the context that the head makes.
    [[nodiscard]] Numbers context() const {
        Numbers rows = numbers(MatrixId::context);
        for (auto& row : rows) {
            row = {row.begin() + head * document.dV(), row.begin() + (head + 1) * document.dV()};
        }
        return rows;
    }
    [[nodiscard]] bool allowed(Index row, Index col) const {
        return allows(document.mask, row, col);
    }
    [[nodiscard]] std::vector<Index> keys(Index row) const {
        std::vector<Index> found;
        for (Index col = 0; col < n(); ++col) {
            if (allowed(row, col)) found.push_back(col);
        }
        return found;
    }
    /// True for scores after the mask.
    [[nodiscard]] bool isMasked(MatrixId id) const {
        const bool scales_masked = masksBeforeScale(document.masking);
        return id == MatrixId::masked_scores ||
               (scales_masked && (id == MatrixId::scaled_scores || id == MatrixId::biased_scores));
    }
    /// The cells that claims are about.
    [[nodiscard]] std::vector<Cell> cells() const {
        std::vector<Cell> found;
        const MatrixView view = trace.view(claim.id, head);
        for (Index row = 0; row < view.rows(); ++row) {
            for (Index col = 0; col < view.cols(); ++col) {
                if (!isMasked(claim.id) || allowed(row, col)) found.push_back({row, col});
            }
        }
        return found;
    }
    [[nodiscard]] double at(const Numbers& rows, Index row, Index col) const {
        return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)];
    }
    /// The sum of a row's weights of blocked tokens.
    [[nodiscard]] double hidden(const Numbers& weights, Index row) const {
        double sum = 0;
        for (Index col = 0; col < n(); ++col) {
            if (!allowed(row, col)) sum += at(weights, row, col);
        }
        return sum;
    }
};

/// Whether a claim is true.
[[nodiscard]] bool holds(const Told& told);

// Functions for checking claims.
inline double sumOfRow(const std::vector<double>& row) {
    double sum = 0;
    for (const double value : row) sum += value;
    return sum;
}

inline double lengthOfRow(const std::vector<double>& row) {
    long double sum = 0;
    for (const double value : row) sum += static_cast<long double>(value) * value;
    return static_cast<double>(std::sqrt(sum));
}

inline double distanceOfRows(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> difference;
    for (std::size_t k = 0; k < a.size(); ++k) difference.push_back(a[k] - b[k]);
    return lengthOfRow(difference);
}

inline bool isNear(double a, double b) {
    return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

inline bool isFiniteRow(const std::vector<double>& row) {
    return std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); });
}

inline bool hasNan(const std::vector<double>& row) {
    return std::any_of(row.begin(), row.end(), [](double x) { return std::isnan(x); });
}

/// The row of the claim has this number, and every other row less.
template <class Number>
bool isMost(const Told& t, Number number) {
    for (Index row = 0; row < t.n(); ++row) {
        if (row != t.claim.row && !(number(row) < number(t.claim.row))) return false;
    }
    return t.n() > 1 && isNear(number(t.claim.row), t.claim.numbers.at(0));
}

// One for each kind of claim.
bool isNoTokens(const Told& t);
bool isNoWidth(const Told& t);
bool isNotFinite(const Told& t);
bool isRange(const Told& t);
bool isLongest(const Told& t);
bool isSameRows(const Told& t);
bool isMostAlike(const Told& t);
bool isToldApart(const Told& t);
bool isTurnedMost(const Told& t);
bool isUnturned(const Told& t);
bool isAlone(const Told& t);
bool isLargest(const Told& t);
bool isSmallest(const Told& t);
bool isScaled(const Told& t);
bool isCapped(const Told& t);
bool isFarPays(const Told& t);
bool isNoKey(const Told& t);
bool isPairsHidden(const Told& t);
bool isWouldLook(const Told& t);
bool isTakenMost(const Told& t);
bool isLeftLeast(const Told& t);
bool isNanRow(const Told& t);
bool hasSumsOverColumns(const Told& t);
bool isNanColumn(const Told& t);
bool isLeak(const Told& t);
bool isLargestWeight(const Told& t);
bool isOnlyOne(const Told& t);
bool isEvenRow(const Told& t);
bool isOneValue(const Told& t);
bool isTakesNothing(const Told& t);
bool isUnchanged(const Told& t);
bool isMaskEdited(const Told& t);
bool isRowsLost(const Told& t);
bool isRowsChanged(const Told& t);
bool isChangedMost(const Told& t);
bool isOneChanged(const Told& t);
bool isOnlyMasked(const Told& t);

}  // namespace lookback::test

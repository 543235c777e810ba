#pragma once

#include <optional>

#include "core/engine/trace.h"
#include "core/narrator/narrate.h"

// For the sources of this folder only.

namespace lookback {

/// The greatest of some numbers; nothing where another number differs by no more than rounding.
class Peak {
public:
    struct Found {
        Cell at;
        double value = 0;
    };

    /// @param slack differences up to this share of the greater number are rounding
    explicit Peak(double slack) : slack_(slack) {}

    /// @param value is a number
    void take(Cell at, double value);
    [[nodiscard]] std::optional<Found> clear() const;

private:
    double slack_;
    Index count_ = 0;
    Found best_;
    double second_ = 0;
};

/// Gathers claims about one result of a step.
class Finder {
public:
    Finder(const Narrated& of, MatrixId result);

    const Narrated& narrated;
    const Document& document;
    const Trace& trace;
    MatrixId id;
    Index head;         ///< 0 where one matrix serves all heads
    MatrixView values;  ///< of `id`
    MatrixView mask;
    std::vector<Claim> claims{};  ///< the most important first

    [[nodiscard]] Index n() const { return document.n(); }
    /// True for masked scores, of which claims are made about allowed pairs only.
    [[nodiscard]] bool isMasked() const;
    [[nodiscard]] bool counts(Cell cell) const { return !is_masked_ || mask(cell) != 0; }
    [[nodiscard]] Peak peak() const;
    [[nodiscard]] MatrixView weights() const {
        return trace.view(MatrixId::attention_weights, narrated.head);
    }

    Claim& add(ClaimKind kind, Cell at = {});
    Claim& addPeak(ClaimKind kind, const Peak::Found& found);

private:
    bool is_masked_;
};

/// Calls `read(cell, value)` for every cell.
template <class Read>
void eachCell(const MatrixView& view, Read read) {
    view.visit([&](const auto& values) {
        for (Index row = 0; row < values.rows(); ++row) {
            for (Index col = 0; col < values.cols(); ++col) {
                read(Cell{row, col}, static_cast<double>(values(row, col)));
            }
        }
    });
}

/// The lengths of the rows, computed without overflow.
[[nodiscard]] std::vector<double> lengthsOf(const MatrixView& view);
/// The distance of two rows.
[[nodiscard]] double distanceOf(const MatrixView& a, Index row_a, const MatrixView& b, Index row_b);
[[nodiscard]] bool sameRow(const MatrixView& a, Index row_a, const MatrixView& b, Index row_b);

/// The least and the greatest of the numbers that count; nothing where there is none, or one is not
/// finite.
struct Span {
    double least = 0;
    double greatest = 0;
};
[[nodiscard]] std::optional<Span> spanOf(const Finder& finder, const MatrixView& view);

/// Facts about a row of weights.
struct WeightsOfRow {
    std::vector<Index> keys{};  ///< that the mask allows
    double sum = 0;
    double hidden = 0;    ///< the weight of blocked keys
    bool is_nan = false;  ///< any weight is NaN
    bool is_even = true;  ///< all allowed weights are equal; without keys, all weights
    double first = 0;     ///< the first of the weights that `is_even` compares
};
[[nodiscard]] std::vector<WeightsOfRow> weightsOfRows(const Finder& finder,
                                                      const MatrixView& weights);

/// Why a row of weights is NaN. @param keys number of keys that the mask allows
[[nodiscard]] Reason reasonOfNan(const Finder& finder, Index head, Index row, Index keys);

// Claims about several stages.

/// Rows that hold NaN or infinity. @return whether there are any
bool findNotFinite(Finder& finder);
/// Rows that may look at no token, and their weights.
void findWithoutKey(Finder& finder, const std::vector<WeightsOfRow>& rows);
/// Weight that lies on blocked keys.
void findLeak(Finder& finder, const std::vector<WeightsOfRow>& rows);
/// The largest weight. @param kind looks_most or takes_most
void findLargestWeight(Finder& finder, ClaimKind kind, const MatrixView& weights,
                       const std::vector<WeightsOfRow>& rows);
void findPairsHidden(Finder& finder);
void findRange(Finder& finder);
void findLongest(Finder& finder);

/// Columns of weights that softmax made NaN, or the sums of the rows.
void findInColumns(Finder& finder);

// One for each kind of arithmetic.
void findInGiven(Finder& finder);
void findInSum(Finder& finder);
void findInProduct(Finder& finder);
void findInScores(Finder& finder);
void findInRotation(Finder& finder);
void findInQuotient(Finder& finder);
void findInCapping(Finder& finder);
void findInBias(Finder& finder);
void findInMaskedScores(Finder& finder);
void findInMaskedWeights(Finder& finder);
void findInWeights(Finder& finder);
void findInContext(Finder& finder);

}  // namespace lookback

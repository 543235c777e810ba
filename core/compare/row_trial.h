#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/document/document.h"

namespace lookback {

/// The finite values of a precision in their order: 0 at place 0, the least above it at 1, the
/// greatest at `last()`; those below 0 mirrored.
class HeldValues {
public:
    explicit HeldValues(DType dtype);

    [[nodiscard]] std::int64_t last() const { return last_; }
    /// @param place from -last() to last()
    [[nodiscard]] double at(std::int64_t place) const;

private:
    ScalarKind kind_;
    std::int64_t last_ = 0;
};

/// One row, masked repeatedly with other values or with larger scores, to find where blocked keys
/// begin to get weight. The engine computes each trial, on a small document that has just these raw
/// scores: every stage after the scores is the same as in the document, to the last bit.
class RowTrial {
public:
    /// The row of a query, in the document's dtype.
    /// @return nothing where a trial is impossible: the method has no value of the document's, a
    /// raw score is not finite, or the document has faults beside that value
    [[nodiscard]] static std::optional<RowTrial> of(const Document& document, Index query,
                                                    Index head);

    /// The number of keys of the row that the mask hides.
    [[nodiscard]] Index hidden() const { return hidden_; }
    [[nodiscard]] Index keys() const { return static_cast<Index>(scores_.size()); }
    /// True where larger scores differ from these scores.
    [[nodiscard]] bool canGrow() const;

    /// The sum of the weights of the blocked keys with this value.
    /// @param value that the dtype holds
    [[nodiscard]] double blockedWith(double value) const;

    /// The sum of the weights of the blocked keys with this value and with raw scores `growth`
    /// times as large, rounded to the dtype.
    /// @return nothing where a score would not be finite any more
    [[nodiscard]] std::optional<double> blockedWith(double value, double growth) const;

private:
    RowTrial() = default;

    std::vector<double> scores_;  ///< raw
    Document document_;           ///< n tokens, every row of which has these scores
    Index query_ = 0;
    Index hidden_ = 0;
};

/// The greatest value that leaves the blocked keys of the row a weight of exactly 0: so do all
/// lower values, the next higher value does not.
/// @return nothing where the row has no blocked key, or no finite value of the dtype does
[[nodiscard]] std::optional<double> greatestBlockingValue(const RowTrial& trial, DType dtype);

/// The factor by which the scores of a row can grow while a masking value leaves its blocked keys
/// no weight: a number of two digits, tried with the engine.
struct ScoreGrowth {
    double holds = 1;               ///< with this factor blocked keys get no weight
    std::optional<double> leaks{};  ///< the next factor, with which they get weight; nothing:
                                    ///< beyond `holds` a number is not finite, or no larger
                                    ///< factor was tried
};

/// @return nothing where the blocked keys have weight already
[[nodiscard]] std::optional<ScoreGrowth> growthUntilLeak(const RowTrial& trial, double value);

}  // namespace lookback

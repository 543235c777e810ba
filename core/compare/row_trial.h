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

    /// How many keys of the row the mask hides.
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

/// The greatest value that leaves the blocked keys of the row exactly nothing: all below do so,
/// too, the next above does not.
/// @return nothing where the row has no blocked key, or none of the dtype's finite values does
[[nodiscard]] std::optional<double> greatestBlockingValue(const RowTrial& trial, DType dtype);

/// How many times as large the scores of a row could be with a value that leaves its blocked keys
/// nothing: numbers of two digits, each tried.
struct ScoreGrowth {
    double holds = 1;               ///< so many times as large they still get nothing
    std::optional<double> leaks{};  ///< the next number, with which they get something; nothing:
                                    ///< beyond `holds` some number is not finite any more,
                                    ///< or nothing so large was tried
};

/// @return nothing where the blocked keys weigh something already
[[nodiscard]] std::optional<ScoreGrowth> growthUntilLeak(const RowTrial& trial, double value);

}  // namespace lookback

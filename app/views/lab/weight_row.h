#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/scene.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// The largest number of weights of a row that are shown one by one.
inline constexpr std::size_t kMostWeights = 16;

/// The attention weights of the token that is read, in the head on screen.
class WeightRow {
public:
    explicit WeightRow(const Scene& scene);

    [[nodiscard]] Index token() const { return token_; }
    [[nodiscard]] const std::string& label(Index key) const;
    [[nodiscard]] double weight(Index key) const { return weights_(token_, key); }
    [[nodiscard]] bool isMasked(Index key) const { return mask_(token_, key) == 0; }
    /// True for a key that the mask blocks, or blocked before it was taken off, and that has weight
    /// all the same.
    [[nodiscard]] bool leaks(Index key) const {
        const bool is_lifted = !lifted_.empty() && lifted_(token_, key) == 0;
        return (isMasked(key) || is_lifted) && weight(key) > 0;
    }
    /// True if the pointer is on the key, on its weight in this row, or on a cell that is computed
    /// from it.
    [[nodiscard]] bool isPointed(Index key) const;

    [[nodiscard]] bool isLocked(Index key) const { return scene_.place().locked == target(key); }

    /// Points at the cell of a weight, and locks it on a click. Call for a drawn weight that is
    /// under the pointer.
    void point(Index key, bool is_clicked) const;

    /// True if the weight of a key is shown; without a key, if all of the row are.
    [[nodiscard]] bool isShown(std::optional<Index> key = std::nullopt) const;

    /// Returns the keys with the largest weights, in the order of the sentence; while weights are
    /// hidden, the first keys. @param most of them
    [[nodiscard]] std::vector<Index> mostShown(std::size_t most) const;

private:
    [[nodiscard]] Target target(Index key) const {
        return {MatrixId::attention_weights, scene_.place().head, {token_, key}};
    }

    const Scene& scene_;
    Index token_;
    MatrixView weights_;
    MatrixView mask_;
    MatrixView lifted_;           ///< the mask that was taken off; empty: none was
    std::vector<CellRange> lit_;  ///< lit cells of the weights
};

}  // namespace lookback

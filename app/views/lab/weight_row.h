#pragma once

#include <string>
#include <vector>

#include "app/views/shared/scene.h"
#include "core/explain/cell_range.h"

namespace lookback {

/// So many weights of a row are shown one by one.
inline constexpr std::size_t kMostWeights = 16;

/// The attention weights of the token that is read, in the head on screen.
class WeightRow {
public:
    explicit WeightRow(const Scene& scene);

    [[nodiscard]] Index token() const { return scene_.token(); }
    [[nodiscard]] const std::string& label(Index key) const;
    [[nodiscard]] double weight(Index key) const { return weights_(token(), key); }
    [[nodiscard]] bool isMasked(Index key) const;
    /// True where one points at the key, at its weight in this row, or at what is made of it.
    [[nodiscard]] bool isPointed(Index key) const;

    [[nodiscard]] bool isLocked(Index key) const { return scene_.place().locked == target(key); }

    /// For what shows a weight and is under the pointer: points at its cell, locks it on a click.
    void point(Index key, bool is_clicked) const;

    /// The keys with the most weight, at most so many, in the order of the sentence.
    [[nodiscard]] std::vector<Index> heaviest(std::size_t most) const;

private:
    [[nodiscard]] Target target(Index key) const {
        return {MatrixId::attention_weights, scene_.place().head, {token(), key}};
    }

    const Scene& scene_;
    MatrixView weights_;
    std::vector<CellRange> lit_;  ///< of the weights
};

}  // namespace lookback

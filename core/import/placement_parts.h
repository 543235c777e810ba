/// What choosing the tensors of a document hands to fitting them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/import/placement.h"
#include "core/import/tensor_name.h"

namespace lookback {

inline constexpr std::size_t kImportPlaces = kImportTargets.size() + kImportBiases.size();

/// The place of a target: in kImportTargets, then in kImportBiases; kImportPlaces for others.
[[nodiscard]] inline std::size_t importPlace(MatrixId target) {
    const auto place_in = [target](const auto& targets) {
        return static_cast<std::size_t>(std::find(targets.begin(), targets.end(), target) -
                                        targets.begin());
    };
    const std::size_t place = place_in(kImportTargets);
    return place < kImportTargets.size() ? place : place + place_in(kImportBiases);
}

/// The weights that read the embeddings.
inline constexpr std::array kReadingWeights{MatrixId::w_query, MatrixId::w_key, MatrixId::w_value};

/// The queries, keys or values that a weight makes of the embeddings; nothing for other targets.
[[nodiscard]] inline std::optional<MatrixId> resultOf(MatrixId weight) {
    switch (weight) {
        case MatrixId::w_query: return MatrixId::query;
        case MatrixId::w_key: return MatrixId::key;
        case MatrixId::w_value: return MatrixId::value;
        default: return std::nullopt;
    }
}

/// The tensors that were chosen, by their places among the found; their sizes need not fit.
struct ChosenTensors {
    std::vector<NameMeaning> meanings{};                              ///< of the names of all found
    std::array<std::optional<std::size_t>, kImportPlaces> tensors{};  ///< by target
    std::optional<std::size_t> fused{};       ///< queries, keys and values side by side
    std::optional<std::size_t> fused_bias{};  ///< their biases side by side

    /// @param target an `isImportTarget`
    [[nodiscard]] std::optional<std::size_t>& at(MatrixId target) {
        return tensors[importPlace(target)];
    }
    [[nodiscard]] const std::optional<std::size_t>& at(MatrixId target) const {
        return tensors[importPlace(target)];
    }
};

/// Turns, splits and repeats the chosen tensors so that they fit one another, and adds them, the
/// heads and the texts to the placement, or the faults of those that do not fit.
void fitTensors(const Found& found, const ImportWishes& wishes, const Document* onto,
                const ChosenTensors& chosen, Placement& placement);

[[nodiscard]] inline Verbatim targetSymbol(MatrixId target) {
    return {std::string(info(target).symbol)};
}

/// The rows and columns of a matrix in messages: `5 × 4`.
[[nodiscard]] inline Verbatim sizeText(const Cell& size) {
    return {shapeText({size.row, size.col})};
}

}  // namespace lookback

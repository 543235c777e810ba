#pragma once

#include <optional>

#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

struct AppState;

/// Numbers of a stage or of a given matrix: a cell, a row, a column, or all of them.
struct Quantity {
    MatrixId id = MatrixId::embeddings;
    std::optional<Index> row{};   ///< none: all rows
    std::optional<Index> col{};   ///< none: all columns
    std::optional<Index> head{};  ///< of a matrix with the columns of all heads; none: all of them
};

/// True where numbers are hidden until one steps to them: the setting "Hide what is to come", and
/// the slide where one steps through cells, in the Lab and in the two variants of Compare. The
/// tables of Compare and the Leak test are asked for by name and answer at once on the slide.
[[nodiscard]] bool hidesWhatIsToCome(const AppState& state);

/// Whether numbers are shown. Every view, sentence and export that tells a number of a stage asks
/// this, also where it tells a number of another variant of the document. Given numbers are always
/// shown; those of the steps before the present one, too; those of the present step as far as they
/// have appeared; those of later steps are hidden.
[[nodiscard]] bool isShown(const AppState& state, const Quantity& quantity);

/// Whether the losses after `step` training steps are shown. With "Hide what is to come", and on
/// the slide of Train, only those up to the present training step are.
[[nodiscard]] bool isTrainingStepShown(const AppState& state, Index step);

/// Returns the last cell of a stage, row by row, that has appeared on the way through the steps,
/// even if nothing is hidden. Row and column are −1 before the first cell has appeared.
/// @return nothing where all cells have appeared
[[nodiscard]] std::optional<Cell> lastAppeared(const AppState& state, MatrixId id);

/// Returns the last cell of a stage that is shown, as `lastAppeared` does. @return nothing where
/// all cells are shown
[[nodiscard]] std::optional<Cell> lastShown(const AppState& state, MatrixId id);

}  // namespace lookback

#pragma once

#include <optional>

#include "app/state/model/mode.h"
#include "core/base/matrix.h"
#include "core/base/message.h"
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
/// this, also where it tells a number of another variant of the document. A lesson hides the
/// numbers that it asks about, and all that follow from them. Where one steps through, given
/// numbers are shown; those of the steps before the present one, too; those of the present step as
/// far as they have appeared; those of later steps are hidden.
[[nodiscard]] bool isShown(const AppState& state, const Quantity& quantity);

/// Whether the losses after `step` training steps are shown. With "Hide what is to come", and on
/// the slide of Train, only those up to the present training step are. A lesson may hide those
/// after the training step at which its step begins.
[[nodiscard]] bool isTrainingStepShown(const AppState& state, Index step);

/// The last training step at which a lesson lets one stand; nothing: at any.
[[nodiscard]] std::optional<Index> lastTrainingStepOfLesson(const AppState& state);

/// Whether the results of the Leak test are shown, as far as a lesson hides them.
[[nodiscard]] bool areLeaksShown(const AppState& state);

/// Whether the tokens that models write are shown.
[[nodiscard]] bool isWritingShown(const AppState& state);

/// Whether any cell of a matrix is hidden by the lesson.
[[nodiscard]] bool hidesCellsOf(const AppState& state, MatrixId id);

/// Whether the lesson hides a mode.
[[nodiscard]] bool isModeHidden(const AppState& state, Mode mode);

/// Says why numbers are hidden: until one steps to them, or until a task of the lesson is answered.
/// @param quantity that is not shown; nothing: losses, leaks or written tokens
[[nodiscard]] Message whyHidden(const AppState& state,
                                const std::optional<Quantity>& quantity = std::nullopt);

/// The sentence in place of all that the lesson on the screen hides.
[[nodiscard]] Message hiddenByLesson(const AppState& state);

/// Returns the last cell of a stage, row by row, that has appeared on the way through the steps,
/// even if nothing is hidden. Row and column are −1 before the first cell has appeared.
/// @return nothing where all cells have appeared
[[nodiscard]] std::optional<Cell> lastAppeared(const AppState& state, MatrixId id);

/// Returns the last cell of a stage that is shown, as `lastAppeared` does. @return nothing where
/// all cells are shown
[[nodiscard]] std::optional<Cell> lastShown(const AppState& state, MatrixId id);

}  // namespace lookback

#pragma once

#include <optional>
#include <vector>

#include "app/state/model/variant.h"
#include "core/engine/steps.h"
#include "core/lesson/notes.h"

namespace lookback {

struct AppState;

/// A stop of the presenter's remote within a step.
struct Stop {
    Index revealed = 0;   ///< number of the last cell that is shown
    Index cell = 0;       ///< number of the cell whose arithmetic is shown
    Index first_row = 0;  ///< of those that appear at this stop
    Index last_row = 0;
};

/// With up to this many tokens a step has one stop for each row; with more tokens, three stops.
inline constexpr Index kMostRowStops = 4;

/// Returns the stops of a step in order, at least one. Given numbers and scaling have one.
/// @param head whose numbers choose the cells in focus
[[nodiscard]] std::vector<Stop> stopsOf(const Variant& shown, const Step& step, Index head);

/// Returns the number of the most telling cell of some rows of a step: where a mask blocks cells,
/// the last blocked one; else the largest weight or score of the last row, or the number of the
/// largest size. NaN does not count.
/// @param head on screen @param last_row at least `first_row`
[[nodiscard]] Index tellingCell(const Variant& shown, const Step& step, Index head, Index first_row,
                                Index last_row);

/// Returns the stops of the remote in Train, in order: steps of training after which something can
/// be seen, the first step after which the mean training loss of a model is below the floor, and
/// the last step.
[[nodiscard]] std::vector<Index> trainingStops(const AppState& state);

/// Returns the rows of the step on screen that have appeared at the present stop, as far as all
/// their cells are shown; nothing before the first row is complete.
[[nodiscard]] std::optional<NoteRows> rowsOfStop(const AppState& state);

}  // namespace lookback

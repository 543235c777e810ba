#pragma once

#include "app/state/action.h"
#include "app/state/app_state.h"

namespace lookback {

/// True where Compare is at a table that can be shown: there is a row, and the document is not too
/// large to be computed again and again.
[[nodiscard]] bool hasRowTable(const AppState& state);

/// The table that Compare is at. Only where `hasRowTable`.
[[nodiscard]] const RowTable& rowTableOf(const AppState& state);

/// Makes another line of the table B, of those that have a row: so many further from the line that
/// is B now, else from the document's own. Only where `hasRowTable`.
[[nodiscard]] Action lineAsB(const AppState& state, int by);

}  // namespace lookback

#pragma once

#include "app/state/app_state.h"

namespace lookback {

/// Brings all that is computed up to the document, and the view into its bounds.
void follow(AppState& state);

/// The same after an edit: the step on screen stays the one that tells of the same stage.
void followKeepingStep(AppState& state);

/// The place of a token, or the nearest that the document has.
[[nodiscard]] Index clampedToken(Index token, const Document& document);

/// Reads the row of this token from now on. No edit: nothing is undone.
void selectToken(AppState& state, Index token);

}  // namespace lookback

#pragma once

#include "app/state/model/app_state.h"

namespace lookback {

/// Brings all that is computed up to the document in the history, and place and hands into its
/// bounds.
void settle(AppState& state);

/// After every change of the experiment: what is shown follows it, and what can be undone stays
/// within its bounds.
void settleExperiment(AppState& state);

/// Shows another experiment, as one step of undo, from the end of its training.
void showExperiment(AppState& state, ExperimentSnapshot opened);

/// The same as `settle` after an edit: the step on screen stays the one that tells of the same
/// stage, and one that was complete stays complete.
void settleKeepingStep(AppState& state);

/// Brings a nudge to a word and a dimension that the document has.
void bound(Nudge& nudge, const Document& document);

/// The place of a token, or the nearest that the document has.
[[nodiscard]] Index clampedToken(Index token, const Document& document);

/// Reads the row of this token from now on. No edit: nothing is undone.
void selectToken(AppState& state, Index token);

}  // namespace lookback

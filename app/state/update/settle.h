#pragma once

#include "app/state/model/app_state.h"

namespace lookback {

/// Brings all that is computed up to the document in the history, and place and hands into its
/// bounds.
void settle(AppState& state);

/// Brings what the mode on screen shows up to the place where one stands: what takes less than a
/// frame is found at once, the rest is asked of the worker. Called before each frame.
void settlePlace(AppState& state);

/// Tells anew whether the document is as it was opened, or saved.
void compareWithOrigin(AppState& state);

/// The same as `settle` after an edit: the step on screen stays the one that tells of the same
/// stage, and one that was complete stays complete.
void settleKeepingStep(AppState& state);

/// Brings a nudge to a word and a dimension that the document has.
void bound(Nudge& nudge, const Document& document);

/// Asks for a draft of what is on screen, where it is in no file: it is about to make room.
void putAsideUnsaved(AppState& state);

/// The place of a token, or the nearest that the document has.
[[nodiscard]] Index clampedToken(Index token, const Document& document);

/// Reads the row of this token from now on. No edit: nothing is undone.
void selectToken(AppState& state, Index token);

}  // namespace lookback

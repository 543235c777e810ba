#pragma once

#include <memory>

#include "app/state/model/app_state.h"
#include "core/base/gives_up.h"

namespace lookback {

/// Brings all that is computed up to the document in the history, and place and hands into its
/// bounds.
void settle(AppState& state);

/// The pass of which the document on screen has to wait for its numbers, to be computed by a job
/// and answered with `DocumentComputed`; nullptr where it waits for none, or for a running job.
[[nodiscard]] std::shared_ptr<DocumentPass> takePass(AppState& state);

/// What the job does.
void compute(DocumentPass& pass, const GivesUp& gives_up = {});

/// The pass came back.
void takeComputed(AppState& state, DocumentPass& pass);

/// Computes the numbers that the document on screen waits for, where nobody minds waiting.
void computeAwaited(AppState& state);

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

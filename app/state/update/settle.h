#pragma once

#include <memory>

#include "app/state/model/app_state.h"
#include "core/base/gives_up.h"

namespace lookback {

/// Brings all that is computed up to the document in the history, and place and hands into its
/// bounds.
void settle(AppState& state);

/// Takes the pass that the document on screen needs for its numbers: a job computes it and answers
/// with `DocumentComputed`. Returns nullptr if the numbers are there, or if the next pass can begin
/// with the numbers of a job that still runs.
[[nodiscard]] std::shared_ptr<DocumentPass> takePass(AppState& state);

/// Computes a pass, in the thread of the job. If it is given up, the pass has no numbers.
void compute(DocumentPass& pass, const GivesUp& gives_up = {});

/// Shows the numbers of a computed pass. If the document has changed since, they are where its next
/// pass begins; if another pass was taken since, they are dropped.
void takeComputed(AppState& state, DocumentPass& pass);

/// Computes the pass that the document on screen needs, if it needs one, before it returns.
void computeAwaited(AppState& state);

/// After every change of the experiment: what is shown follows it, and what can be undone stays
/// within its bounds.
void settleExperiment(AppState& state);

/// `settleExperiment` after another experiment was opened: goes to the end of its training and
/// takes its prompt.
void settleOpenedExperiment(AppState& state);

/// Shows another experiment, as one step of undo, from the end of its training.
void showExperiment(AppState& state, ExperimentSnapshot opened);

/// The same as `settle` after an edit: the step on screen stays the one that tells of the same
/// stage, and one that was complete stays complete.
void settleKeepingStep(AppState& state);

/// Brings a nudge to a word and a dimension that the document has.
void bound(Nudge& nudge, const Document& document);

/// Compares masked with unmasked where a chosen snapshot is not found: it was removed or undone, or
/// another document was opened.
void bound(ComparedChoices& compared, const Document& document);

/// The place of a token, or the nearest that the document has.
[[nodiscard]] Index clampedToken(Index token, const Document& document);

/// Reads the row of this token from now on. No edit: nothing is undone.
void selectToken(AppState& state, Index token);

}  // namespace lookback

#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what happens to the lesson on the screen.
class LessonUpdate {
public:
    explicit LessonUpdate(AppState& state) : state_(state) {}

    void operator()(const GoToLessonStep& a);
    void operator()(const MoveInLesson& a);
    void operator()(const AnswerTask& a);
    void operator()(const ShowAnswer&);
    void operator()(const ShowHint&);
    void operator()(const BeginStepAgain&);
    void operator()(const BeginLessonAgain&);
    void operator()(const ForgetProgress& a);
    void operator()(const DrawAnother&);
    void operator()(const CountHands& a);
    void operator()(const CountHand& a);

private:
    AppState& state_;
};

/// Stands there, with all cells of the step.
void standAt(AppState& state, const Standing& standing);

/// Begins a lesson about the work of the mode at a step, as one step of undo. @return false: a
/// notice says why not
bool beginLesson(AppState& state, const std::shared_ptr<const LessonSource>& source,
                 const LessonStand& stand);

/// Stands where the lesson's step on the screen leads.
void standInLesson(AppState& state);

/// Brings what the lesson shows up to the numbers and the place on the screen. A task whose
/// conditions hold is solved.
void settleLesson(AppState& state);

/// The part of a lesson's work that its step locks and that an edit would change; nothing where the
/// edit may be made.
[[nodiscard]] std::optional<DocumentPart> lockedPart(const AppState& state, const Snapshot& next);
/// Whether the lesson's step locks the experiment.
[[nodiscard]] bool isExperimentLocked(const AppState& state);
/// The work of a lesson as a step begins, after the solutions of the steps before. Errors: an edit
/// of the lesson cannot be made.
[[nodiscard]] Checked<Snapshot> lessonSnapshot(std::shared_ptr<const Origin<Document>> origin,
                                               const LessonStand& stand);
[[nodiscard]] Checked<ExperimentSnapshot> lessonSnapshot(
    std::shared_ptr<const Origin<Experiment>> origin, const LessonStand& stand);

}  // namespace lookback

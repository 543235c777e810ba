#include "app/state/update/update_experiment.h"

#include <utility>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_lesson.h"

namespace lookback {

bool ExperimentUpdate::isSound(const Experiment& experiment) {
    const std::vector<Error> found = faults(experiment);
    if (found.empty()) return true;
    state_.notice = {faultOnScreen(found.front())};
    return false;
}

void ExperimentUpdate::change(std::shared_ptr<const Experiment> experiment) {
    History<ExperimentSnapshot>& history = state_.experiment_work.history;
    ExperimentSnapshot next = history.current();
    next.experiment = std::move(experiment);
    history.commit(std::move(next));
    settleExperiment(state_);
}

/// An experiment that cannot be trained is left out of a drag.
void ExperimentUpdate::operator()(const SetExperiment& a) {
    if (a.is_dragged && *a.experiment == state_.experiment()) return;
    if (isExperimentLocked(state_)) {
        state_.notice = {lockedSentence(state_, DocumentPart::experiment)};
        return;
    }
    if (!isSound(*a.experiment)) return;
    if (!a.is_dragged) return change(a.experiment);
    History<ExperimentSnapshot>& history = state_.experiment_work.history;
    if (!history.isDragging()) history.begin();
    ExperimentSnapshot next = history.current();
    next.experiment = a.experiment;
    history.update(std::move(next));
    settleExperiment(state_);
}

/// Whoever read the text found the experiment sound.
void ExperimentUpdate::operator()(const TextOpened& a) {
    state_.hands.close<FileSheet>();
    if (isExperimentLocked(state_)) {
        state_.notice = {lockedSentence(state_, DocumentPart::experiment)};
        return;
    }
    change(a.experiment);
}

void ExperimentUpdate::operator()(const TwinsTrained& a) {
    state_.training.take(a.report);
    state_.writing.take(state_.training);
}

}  // namespace lookback

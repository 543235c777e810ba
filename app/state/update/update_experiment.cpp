#include "app/state/update/update_experiment.h"

#include <utility>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"

namespace lookback {

bool ExperimentUpdate::isSound(const Experiment& experiment) {
    const std::vector<Error> found = faults(experiment);
    if (found.empty()) return true;
    state_.notice = {faultOnScreen(found.front())};
    return false;
}

void ExperimentUpdate::change(std::shared_ptr<const Experiment> experiment) {
    History<ExperimentSnapshot>& history = state_.experiment_work.history;
    history.commit({std::move(experiment), history.current().origin});
    settleExperiment(state_);
}

/// An experiment that cannot be trained is left out of a drag.
void ExperimentUpdate::operator()(const SetExperiment& a) {
    if (a.is_dragged && *a.experiment == state_.experiment()) return;
    if (!isSound(*a.experiment)) return;
    if (!a.is_dragged) return change(a.experiment);
    History<ExperimentSnapshot>& history = state_.experiment_work.history;
    if (!history.isDragging()) history.begin();
    history.update({a.experiment, history.current().origin});
    settleExperiment(state_);
}

/// Whoever read the text found the experiment sound.
void ExperimentUpdate::operator()(const TextOpened& a) {
    state_.hands.close<FileSheet>();
    change(a.experiment);
}

void ExperimentUpdate::operator()(const TwinsTrained& a) {
    state_.training.take(a.report);
    state_.writing.take(state_.training);
}

}  // namespace lookback

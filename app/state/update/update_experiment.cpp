#include "app/state/update/update_experiment.h"

#include <algorithm>
#include <utility>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "core/base/text.h"

namespace lookback {

bool ExperimentUpdate::isSound(const Experiment& experiment) {
    const std::vector<Error> found = faults(experiment);
    if (found.empty()) return true;
    state_.notice = asSentence(found.front().where + ": " + found.front().message);
    return false;
}

void ExperimentUpdate::change(std::shared_ptr<const Experiment> experiment) {
    History<ExperimentSnapshot>& history = state_.experiment_work.history;
    history.commit({std::move(experiment), history.current().origin});
    settleExperiment(state_);
}

void ExperimentUpdate::operator()(const SetExperiment& a) {
    if (isSound(*a.experiment)) change(a.experiment);
}

/// Over what cannot be trained the drag goes on without it.
void ExperimentUpdate::operator()(const DragExperiment& a) {
    if (*a.experiment == state_.experiment() || !isSound(*a.experiment)) return;
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

void ExperimentUpdate::operator()(const GoToTraining& a) {
    state_.train_place.step = std::clamp<Index>(a.step, 0, state_.experiment().steps);
}

void ExperimentUpdate::operator()(const MoveTraining& a) {
    const Index most = state_.experiment().steps;
    (*this)(GoToTraining{std::min(state_.train_place.step, most) + a.by});
}

void ExperimentUpdate::operator()(const SetTrainPlace& a) { state_.train_place = a.place; }

void ExperimentUpdate::operator()(const TwinsTrained& a) {
    state_.training.take(a.report);
    state_.writing.take(state_.training);
}

}  // namespace lookback

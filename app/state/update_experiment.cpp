#include "app/state/update_experiment.h"

#include <algorithm>
#include <limits>

#include "app/state/sentences.h"
#include "app/state/settle.h"

namespace lookback {

bool ExperimentUpdate::isSound(const Experiment& experiment) {
    const std::vector<Error> found = faults(experiment);
    if (found.empty()) return true;
    state_.notice = asSentence(found.front().where + ": " + found.front().message);
    return false;
}

/// Whoever stood at the end stands there again.
void ExperimentUpdate::settleExperiment() {
    Workshop& workshop = state_.workshop;
    TrainPlace& place = workshop.place;
    workshop.training.forget();
    const Experiment& experiment = workshop.experiment();
    place.head = std::clamp<Index>(place.head, 0, experiment.model.heads - 1);
}

void ExperimentUpdate::operator()(const SetExperiment& a) {
    if (!isSound(*a.experiment)) return;
    Workshop& workshop = state_.workshop;
    workshop.history.commit({a.experiment, workshop.history.current().origin});
    settleExperiment();
}

/// Over what cannot be trained the drag goes on without it.
void ExperimentUpdate::operator()(const DragExperiment& a) {
    Workshop& workshop = state_.workshop;
    if (*a.experiment == workshop.experiment() || !isSound(*a.experiment)) return;
    if (!workshop.history.isDragging()) workshop.history.begin();
    workshop.history.update({a.experiment, workshop.history.current().origin});
    settleExperiment();
}

void ExperimentUpdate::operator()(const OpenExperiment& a) {
    const Checked<ExperimentSnapshot> opened = openedExperiment(a.id);
    if (!opened) {
        state_.notice = asSentence(opened.error().front().message);
        return;
    }
    Workshop& workshop = state_.workshop;
    workshop.history.commit(*opened);
    workshop.place = {.step = std::numeric_limits<Index>::max(), .speed = workshop.place.speed};
    settleExperiment();
}

void ExperimentUpdate::operator()(const GoToTraining& a) {
    const Index most = state_.workshop.experiment().steps;
    state_.workshop.place.step = std::clamp<Index>(a.step, 0, most);
}

void ExperimentUpdate::operator()(const MoveTraining& a) {
    const Index most = state_.workshop.experiment().steps;
    (*this)(GoToTraining{std::min(state_.workshop.place.step, most) + a.by});
}

void ExperimentUpdate::operator()(const SetTrainPlace& a) { state_.workshop.place = a.place; }

void ExperimentUpdate::operator()(const TrainTwins&) {
    Workshop& workshop = state_.workshop;
    if (!workshop.training.hasQuestion()) return;
    state_.effects.emplace_back(Train{std::make_shared<const TrainingQuestion>(
        workshop.training.takeQuestion(workshop.history.current().experiment))});
}

void ExperimentUpdate::operator()(const TwinsTrained& a) {
    state_.workshop.training.take(a.report);
}

void ExperimentUpdate::operator()(const OpenProbe& a) {
    const ShownTraining& training = state_.workshop.training;
    if (training.report() == nullptr) return;
    const TrainMoment& moment = training.at(state_.workshop.place);
    if (a.twin >= moment.twins.size()) return;
    const Document document = moment.twins[a.twin].probe.document();
    putAsideUnsaved(state_);
    state_.history.commit(openedSnapshot({.document = document}, document));
    state_.place = {.mode = Mode::lab, .presenting = state_.place.presenting};
    state_.hands = {};
    settle(state_);
}

void ExperimentUpdate::finishExperiment() {
    if (!state_.workshop.history.isDragging()) return;
    state_.workshop.history.finish();
}

void ExperimentUpdate::cancelExperiment() {
    if (!state_.workshop.history.isDragging()) return;
    state_.workshop.history.cancel();
    settleExperiment();
}

void ExperimentUpdate::travelExperiment(bool (History<ExperimentSnapshot>::*move)()) {
    if ((state_.workshop.history.*move)()) settleExperiment();
}

}  // namespace lookback

#include "app/state/update/update_experiment.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

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
    Workshop& workshop = state_.workshop;
    workshop.history.commit({std::move(experiment), workshop.history.current().origin});
    settle(workshop);
}

void ExperimentUpdate::operator()(const SetExperiment& a) {
    if (isSound(*a.experiment)) change(a.experiment);
}

/// Over what cannot be trained the drag goes on without it.
void ExperimentUpdate::operator()(const DragExperiment& a) {
    Workshop& workshop = state_.workshop;
    if (*a.experiment == workshop.experiment() || !isSound(*a.experiment)) return;
    if (!workshop.history.isDragging()) workshop.history.begin();
    workshop.history.update({a.experiment, workshop.history.current().origin});
    settle(workshop);
}

void ExperimentUpdate::operator()(const OpenExperiment& a) {
    const Checked<ExperimentSnapshot> opened = openedExperiment(a.id);
    if (!opened) {
        state_.notice = asSentence(opened.error().front().message);
        return;
    }
    open(*opened);
}

void ExperimentUpdate::operator()(const ExperimentOpened& a) {
    closeSheet();
    open(openedExperiment(a.experiment, a.path, a.fingerprint));
}

void ExperimentUpdate::operator()(const ExperimentSaved& a) {
    closeSheet();
    const std::shared_ptr<const ExperimentOrigin> before = state_.workshop.history.current().origin;
    ExperimentOrigin after = *before;
    after.file = a.path;
    after.saved = a.experiment;
    after.fingerprint = a.fingerprint;
    if (!after.draft.empty()) state_.effects.emplace_back(DropDraft{after.draft});
    after.draft.clear();
    changeOrigin(before, std::move(after));
    state_.workshop.is_saved = isSaved(state_.workshop.history.current());
    state_.notice = fmt::format("Saved as {}.", inQuotes(a.path));
}

void ExperimentUpdate::changeOrigin(const std::shared_ptr<const ExperimentOrigin>& before,
                                    ExperimentOrigin after) {
    const auto origin = std::make_shared<const ExperimentOrigin>(std::move(after));
    state_.workshop.history.changeWhere(
        [&](const ExperimentSnapshot& step) { return step.origin == before; },
        [&](ExperimentSnapshot& step) { step.origin = origin; });
}

void ExperimentUpdate::operator()(const ExperimentDraftOpened& a) {
    putExperimentAside();
    showTrain();
    const std::shared_ptr<const ExperimentOrigin> before = a.steps.back()->origin;
    ExperimentOrigin after = *before;
    after.draft = a.id;
    const auto origin = std::make_shared<const ExperimentOrigin>(std::move(after));
    for (const auto& step : a.steps) {
        openIn(state_.workshop, {step->experiment, step->origin == before ? origin : step->origin});
    }
}

void ExperimentUpdate::operator()(const ExperimentDraftKept& a) {
    ExperimentOrigin after = *a.work;
    after.draft = a.id;
    state_.notice = keptAsDraft(a.work->experiment->title);
    changeOrigin(a.work, std::move(after));
}

void ExperimentUpdate::putExperimentAside() {
    const Workshop& workshop = state_.workshop;
    if (workshop.is_saved) return;
    state_.effects.emplace_back(PutExperimentAside{workshop.history.currentStep()});
}

void ExperimentUpdate::operator()(const TextOpened& a) {
    closeSheet();
    change(a.experiment);
}

/// Nothing of what one was about in a document belongs to the experiment.
void ExperimentUpdate::showTrain() {
    if (isOfExperiment(state_.place.mode)) return;
    state_.place.mode = Mode::train;
    state_.place.playing = false;
    state_.hands = {};
}

void ExperimentUpdate::open(ExperimentSnapshot opened) {
    putExperimentAside();
    showTrain();
    openIn(state_.workshop, std::move(opened));
}

void ExperimentUpdate::closeSheet() {
    if (state_.hands.open<FileSheet>() != nullptr) state_.hands.sheet = {};
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

void ExperimentUpdate::operator()(const TwinsTrained& a) {
    Workshop& workshop = state_.workshop;
    workshop.training.take(a.report);
    workshop.writing.take(workshop.training);
}

void ExperimentUpdate::operator()(const OpenProbe& a) {
    const TrainMoment* const moment = state_.workshop.training.moment();
    if (moment == nullptr || a.twin >= moment->twins.size()) return;
    const Document document = moment->twins[a.twin].probe.document();
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
    settle(state_.workshop);
}

void ExperimentUpdate::travelExperiment(bool (History<ExperimentSnapshot>::*move)()) {
    Workshop& workshop = state_.workshop;
    const auto before = workshop.history.currentStep();
    const bool was_saved = workshop.is_saved;
    if (!(workshop.history.*move)()) return;
    settle(workshop);
    // Work that one leaves for another experiment by undo could be lost with the next edit.
    const bool is_other = workshop.history.current().origin != before->origin;
    if (is_other && !was_saved) state_.effects.emplace_back(PutExperimentAside{before});
}

}  // namespace lookback

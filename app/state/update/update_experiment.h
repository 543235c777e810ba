#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what changes the experiment of Train, and what one looks at there.
class ExperimentUpdate {
public:
    explicit ExperimentUpdate(AppState& state) : state_(state) {}

    void operator()(const SetExperiment& a);
    void operator()(const DragExperiment& a);
    void operator()(const OpenExperiment& a);
    void operator()(const ExperimentOpened& a);
    void operator()(const ExperimentSaved& a);
    void operator()(const ExperimentDraftOpened& a);
    void operator()(const ExperimentDraftKept& a);
    void operator()(const TextOpened& a);
    void operator()(const GoToTraining& a);
    void operator()(const MoveTraining& a);
    void operator()(const SetTrainPlace& a);
    void operator()(const TwinsTrained& a);
    void operator()(const OpenProbe& a);

protected:
    void finishExperiment();
    void cancelExperiment();
    /// Undo or redo.
    void travelExperiment(bool (History<ExperimentSnapshot>::*move)());

private:
    /// @return true where it can be trained; else a notice says why not
    bool isSound(const Experiment& experiment);
    void change(std::shared_ptr<const Experiment> experiment);
    void open(ExperimentSnapshot opened);
    void putExperimentAside();
    void showTrain();
    /// Of every step of the history which came from the same place.
    void changeOrigin(const std::shared_ptr<const ExperimentOrigin>& before,
                      ExperimentOrigin after);
    void closeSheet();

    AppState& state_;
};

}  // namespace lookback

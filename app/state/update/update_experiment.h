#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what changes the experiment of Train, and what comes of its training.
class ExperimentUpdate {
public:
    explicit ExperimentUpdate(AppState& state) : state_(state) {}

    void operator()(const SetExperiment& a);
    void operator()(const TextOpened& a);
    void operator()(const TwinsTrained& a);

private:
    /// @return true where it can be trained; else a notice says why not
    bool isSound(const Experiment& experiment);
    /// One step of undo.
    void change(std::shared_ptr<const Experiment> experiment);

    AppState& state_;
};

}  // namespace lookback

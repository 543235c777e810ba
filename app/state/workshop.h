#pragma once

#include <memory>
#include <string>

#include "app/state/experiment_place.h"
#include "app/state/shown_training.h"
#include "core/document/history.h"
#include "core/language/experiment.h"

namespace lookback {

/// Where an experiment came from.
struct ExperimentOrigin {
    Experiment experiment{};  ///< as it was opened
    std::string id{};         ///< of a shipped one; empty for a file
};

/// What undo brings back in Train. Opening another experiment is undone like any edit.
struct ExperimentSnapshot {
    std::shared_ptr<const Experiment> experiment;
    std::shared_ptr<const ExperimentOrigin> origin;

    bool operator==(const ExperimentSnapshot& other) const;
};

/// The experiment that Train is about, with its own history.
struct Workshop {
    /// The first of the shipped experiments.
    Workshop();

    History<ExperimentSnapshot> history;
    TrainPlace place;
    ShownTraining training;

    [[nodiscard]] const Experiment& experiment() const { return *history.current().experiment; }
    [[nodiscard]] const ExperimentOrigin& origin() const { return *history.current().origin; }
};

/// A shipped experiment as it is opened. Errors: an unknown id.
[[nodiscard]] Checked<ExperimentSnapshot> openedExperiment(const std::string& id);

}  // namespace lookback

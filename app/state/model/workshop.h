#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/state/model/experiment_place.h"
#include "app/state/model/shown_training.h"
#include "app/state/model/shown_writing.h"
#include "core/document/history.h"
#include "core/language/experiment.h"

namespace lookback {

/// The texts of all steps that can be undone take so much memory; the oldest steps make room.
inline constexpr std::size_t kMostUndoneText = std::size_t{256} << 20;  ///< bytes

/// Where an experiment came from.
struct ExperimentOrigin {
    std::shared_ptr<const Experiment> experiment;  ///< as it was opened
    std::string id{};                              ///< of a shipped one; empty for a file
    std::string file{};                            ///< path where it was read or saved; empty: none
    std::shared_ptr<const Experiment> saved{};     ///< as it is in the file
    std::string fingerprint{};  ///< of the file's bytes, as they were read or written
    std::string draft{};        ///< id of the draft that was made of it; empty: none
};

/// What undo brings back in Train. Opening another experiment is undone like any edit.
struct ExperimentSnapshot {
    std::shared_ptr<const Experiment> experiment;
    std::shared_ptr<const ExperimentOrigin> origin;

    bool operator==(const ExperimentSnapshot& other) const;
};

/// All of a workshop that is kept: what it shows, what can be undone.
struct KeptWorkshop {
    std::vector<History<ExperimentSnapshot>::Step> steps;  ///< oldest first, at least one
    std::size_t at = 0;                                    ///< the one on screen

    [[nodiscard]] const ExperimentSnapshot& current() const { return *steps[at]; }
};

/// The experiment that Train and Generate are about, with its own history.
struct Workshop {
    /// The first of the shipped experiments.
    Workshop();
    /// What was kept.
    explicit Workshop(const KeptWorkshop& kept);

    History<ExperimentSnapshot> history;
    TrainPlace place;
    ShownTraining training;
    GeneratePlace generate;
    ShownWriting writing;
    bool is_saved = true;  ///< nothing would be lost if it were closed

    [[nodiscard]] const Experiment& experiment() const { return *history.current().experiment; }
    [[nodiscard]] const ExperimentOrigin& origin() const { return *history.current().origin; }
    [[nodiscard]] KeptWorkshop kept() const;
};

/// A shipped experiment as it is opened. Errors: an unknown id.
[[nodiscard]] Checked<ExperimentSnapshot> openedExperiment(const std::string& id);

/// The same of one that was read; one without an id, as from standard input, is in no file yet.
[[nodiscard]] ExperimentSnapshot openedExperiment(Experiment experiment, std::string id);

/// The experiment of a file as it is opened.
[[nodiscard]] ExperimentSnapshot openedExperiment(Experiment experiment, std::string file,
                                                  std::string fingerprint);

/// Whether nothing would be lost if it were closed: it is as in its file, or can be found
/// elsewhere.
[[nodiscard]] bool isSaved(const ExperimentSnapshot& snapshot);

/// Brings what Train or Generate shows up to the place where one stands.
/// @return what is to be asked of the worker for it
[[nodiscard]] std::optional<TrainingQuestion> settlePlace(Workshop& workshop, bool is_generate);

/// Whether something of it is still to come.
[[nodiscard]] bool isWaiting(const Workshop& workshop);

/// After every change of the experiment: what is shown follows it, and what can be undone stays
/// within its bounds.
void settle(Workshop& workshop);

/// Another experiment, as one step of undo, seen from the end of its training.
void openIn(Workshop& workshop, ExperimentSnapshot opened);

}  // namespace lookback

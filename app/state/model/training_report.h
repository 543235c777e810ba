#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/state/model/train_moment.h"
#include "app/state/model/writing_moment.h"
#include "core/base/gives_up.h"
#include "core/language/training_run.h"

namespace lookback {

struct TrainingReport;

/// What is to be trained, and what of it is to be shown.
struct TrainingQuestion {
    std::shared_ptr<const Experiment> experiment;    ///< without faults
    std::uint64_t number = 0;                        ///< questions of this program, counted
    std::shared_ptr<const TrainingReport> so_far{};  ///< to be gone on with; none: from the start
    std::optional<TrainWish> moment{};               ///< of any step: the last one that is reached
    bool is_first_moment = false;                    ///< so that a part of it is welcome
    std::optional<WritingWish> writing{};            ///< the same
};

/// How far the training of an experiment has come. What takes less than a frame to be found is not
/// in it.
struct TrainingReport {
    TrainingRun run;
    std::uint64_t number = 0;  ///< of the question
    std::shared_ptr<const TrainMoment> moment{};
    std::shared_ptr<const WritingMoment> writing{};
    /// For each model that ends below the floor: a step after which its mean training loss is below
    /// the floor, while after the previous kept state it is above. Nothing: not found yet.
    std::optional<std::vector<Index>> floor_crossed{};
};

/// Trains the twins of an experiment for a moment; it is gone on with where they have not come to
/// the end.
[[nodiscard]] TrainingReport trainingReport(const TrainingQuestion& question,
                                            const GivesUp& gives_up = {});

}  // namespace lookback

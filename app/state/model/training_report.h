#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/gives_up.h"
#include "core/language/training_run.h"

namespace lookback {

struct TrainingReport;

/// What is to be trained.
struct TrainingQuestion {
    std::shared_ptr<const Experiment> experiment;    ///< without faults
    std::uint64_t number = 0;                        ///< questions of this program, counted
    std::shared_ptr<const TrainingReport> so_far{};  ///< to be gone on with; none: from the start
};

/// How far the training of an experiment has come.
struct TrainingReport {
    TrainingRun run;
    std::uint64_t number = 0;  ///< of the question
};

/// Trains the twins of an experiment for a moment; it is gone on with where they have not come to
/// the end.
[[nodiscard]] TrainingReport trainingReport(const TrainingQuestion& question,
                                            const GivesUp& gives_up = {});

}  // namespace lookback

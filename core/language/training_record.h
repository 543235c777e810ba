#pragma once

#include "core/language/generation.h"
#include "core/language/training_run.h"

namespace lookback {

/// Batches at the beginning of a training that a record names.
inline constexpr Index kRecordedBatches = 5;

/// What a twin's training was: the contract's result. Numbers are those of the experiment's dtype,
/// widened.
struct TrainingRecord {
    std::string name;                                ///< of the twin
    Parameters<double> initial;                      ///< before the first step
    std::vector<std::vector<std::int64_t>> batches;  ///< training windows of the first five steps
    std::vector<double> loss;                ///< over the batch of each step, before it is taken
    std::vector<HeldOutLoss> held_out_loss;  ///< after 0, 50, 100 ... steps; none without windows
    Parameters<double> parameters;           ///< after the last step
};

/// Trains a twin from its seed to its last step.
/// @param experiment without `faults` @param text the experiment's, cut
[[nodiscard]] TrainingRecord recordTraining(const Experiment& experiment, const Twin& twin,
                                            const UnitText& text);

/// The mean loss of a trained twin over all training windows.
[[nodiscard]] double trainLossOf(const Experiment& experiment, const Twin& twin,
                                 const UnitText& text, const Parameters<double>& parameters);

/// `generate` with the numbers of a record.
[[nodiscard]] Written generateFrom(const Experiment& experiment, const Twin& twin,
                                   const Parameters<double>& parameters,
                                   const std::vector<Unit>& prompt, Index count,
                                   const Sampling& sampling);

}  // namespace lookback

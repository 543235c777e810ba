#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/language/training_run.h"

namespace lookback {

/// Tokens that a fully trained model writes for `written.A`.
inline constexpr Index kWrittenTokens = 8;

/// What a lesson asks of the training of an experiment. Each fact is computed when it is first
/// asked for. Models count from 0; errors have no place.
class TrainingFacts {
public:
    /// Trains as far as is asked for.
    /// @param experiment without `faults`
    /// @param gives_up is asked while it trains; steps that are not taken then are errors
    explicit TrainingFacts(std::shared_ptr<const Experiment> experiment, GivesUp gives_up = {});

    /// Facts of the steps that a run has taken; later ones are errors that say so.
    explicit TrainingFacts(TrainingRun run);

    [[nodiscard]] const Experiment& experiment() const { return *experiment_; }

    /// The loss of the batch of a step, before it is taken. Errors: the experiment has no such step
    /// or model.
    [[nodiscard]] Result<double> loss(std::size_t model, Index step) const;
    /// The mean loss over the training windows after so many steps.
    [[nodiscard]] Result<double> trainingLoss(std::size_t model, Index steps) const;
    /// The mean loss over the held-out windows after so many steps, at which it is measured.
    [[nodiscard]] Result<double> heldOutLoss(std::size_t model, Index steps) const;
    /// The least loss that can be reached without looking ahead.
    [[nodiscard]] double floor() const { return run().floor(); }
    [[nodiscard]] Index vocabulary() const { return run().text().vocabularySize(); }
    /// The tokens that the trained model writes behind the experiment's prompt, the largest logit
    /// each; without a prompt, behind the first two tokens of the text.
    [[nodiscard]] Result<std::vector<std::string>> written(std::size_t model) const;

private:
    [[nodiscard]] TrainingRun& run() const;
    [[nodiscard]] Result<void> needs(std::size_t model, Index step, Index last, Index taken) const;

    std::shared_ptr<const Experiment> experiment_;
    bool may_train_;
    GivesUp gives_up_{};
    mutable std::unique_ptr<TrainingRun> run_;
    mutable std::array<std::vector<std::string>, kMaxTwins> written_;
};

}  // namespace lookback

#pragma once

#include "core/language/language_model.h"
#include "core/language/mean_loss.h"
#include "core/language/training_state.h"

namespace lookback {

/// A twin on its way through its training: a function of the experiment and of how many steps were
/// taken. The text is that of the experiment, cut; experiment, twin and text must outlive it.
template <class Scalar>
class Training {
public:
    /// @param experiment without `faults`, whose dtype is Scalar
    Training(const Experiment& experiment, const Twin& twin, const UnitText& text);

    /// Goes on from where another training of the same three has been.
    Training(const Experiment& experiment, const Twin& twin, const UnitText& text,
             TrainingState<Scalar> state);

    /// Draws a batch and takes a step. @return the loss over the batch, before the step
    double step();

    /// After the steps that were taken.
    [[nodiscard]] const TrainingState<Scalar>& state() const { return state_; }
    [[nodiscard]] const Parameters<Scalar>& parameters() const { return state_.parameters; }
    /// The numbers of the training windows of the last step.
    [[nodiscard]] const std::vector<std::int64_t>& batch() const { return batch_; }
    /// Of the last step.
    [[nodiscard]] const Parameters<Scalar>& gradients() const { return model_.gradients(); }

    /// The mean loss over all held-out windows; NaN where there are none.
    [[nodiscard]] double heldOutLoss(const GivesUp& gives_up = {}) const {
        return meanLoss(experiment_, twin_, text_, text_.held_out_starts, parameters(), gives_up);
    }
    /// The mean loss over all training windows.
    [[nodiscard]] double trainLoss(const GivesUp& gives_up = {}) const {
        return meanLoss(experiment_, twin_, text_, text_.train_starts, parameters(), gives_up);
    }

private:
    const Experiment& experiment_;
    const Twin& twin_;
    const UnitText& text_;
    TrainingState<Scalar> state_;
    LanguageModel<Scalar> model_;
    std::vector<std::int64_t> batch_;
};

}  // namespace lookback

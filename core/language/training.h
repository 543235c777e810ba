#pragma once

#include "core/language/language_model.h"
#include "core/language/mean_loss.h"
#include "core/language/training_state.h"

namespace lookback {

/// The training of one twin: a function of the experiment and of the number of steps taken.
/// Experiment, twin and text must outlive it; the text is that of the experiment, cut.
template <class Scalar>
class Training {
public:
    /// @param experiment without `faults`, whose dtype is Scalar
    Training(const Experiment& experiment, const Twin& twin, const UnitText& text);

    /// Continues from a state of another training with the same experiment, twin and text.
    Training(const Experiment& experiment, const Twin& twin, const UnitText& text,
             TrainingState<Scalar> state);

    /// Draws a batch and takes a step. @return the loss over the batch, before the step
    double step();

    /// The state after the steps taken.
    [[nodiscard]] const TrainingState<Scalar>& state() const { return state_; }
    [[nodiscard]] const Parameters<Scalar>& parameters() const { return state_.parameters; }
    /// The numbers of the training windows of the last step.
    [[nodiscard]] const std::vector<std::int64_t>& batch() const { return batch_; }
    /// The gradients of the last step.
    [[nodiscard]] const Parameters<Scalar>& gradients() const { return model_.gradients(); }

    /// The mean loss over all held-out windows; NaN where there are none.
    [[nodiscard]] double heldOutLoss(const GivesUp& gives_up = {}) const {
        return meanLoss(experiment_, twin_, text_, text_.held_out_starts, parameters(), gives_up);
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

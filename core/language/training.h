#pragma once

#include "core/language/language_model.h"
#include "core/language/optimizer.h"

namespace lookback {

/// A twin on its way through its training: a function of the experiment and of how many steps were
/// taken. The text is that of the experiment, cut; experiment, twin and text must outlive it.
template <class Scalar>
class Training {
public:
    /// @param experiment without `faults`, whose dtype is Scalar
    Training(const Experiment& experiment, const Twin& twin, const UnitText& text);

    /// Draws a batch and takes a step. @return the loss over the batch, before the step
    double step();

    [[nodiscard]] const Parameters<Scalar>& parameters() const { return parameters_; }
    /// The numbers of the training windows of the last step.
    [[nodiscard]] const std::vector<std::int64_t>& batch() const { return batch_; }
    /// Of the last step.
    [[nodiscard]] const Parameters<Scalar>& gradients() const { return model_.gradients(); }

    /// The mean loss over all held-out windows; NaN where there are none.
    [[nodiscard]] double heldOutLoss() const {
        return meanLoss(experiment_, twin_, text_, text_.held_out_starts, parameters_);
    }
    /// The same over all training windows.
    [[nodiscard]] double trainLoss() const {
        return meanLoss(experiment_, twin_, text_, text_.train_starts, parameters_);
    }

private:
    const Experiment& experiment_;
    const Twin& twin_;
    const UnitText& text_;
    TorchGenerator generator_;
    Parameters<Scalar> parameters_;
    LanguageModel<Scalar> model_;
    Stepper<Scalar> stepper_;
    std::vector<std::int64_t> batch_;
};

}  // namespace lookback

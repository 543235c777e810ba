#pragma once

#include <vector>

#include "core/explain/text_line.h"
#include "core/language/parameters.h"
#include "core/language/twin_history.h"

namespace lookback {

/// The nearest place in the parameters of a model with this vocabulary.
[[nodiscard]] NumberPlace nearestPlace(const NumberPlace& place, const Experiment& experiment,
                                       Index vocabulary);

/// A step of training as it changed one parameter; numbers of the experiment's dtype, widened.
struct NumberStep {
    Optimizer optimizer;
    Index steps = 1;  ///< taken, this step included
    double before = 0;
    double gradient = 0;
    double mean_before = 0;  ///< Adam's first moment, or the momentum of SGD, 0 where there is none
    double mean = 0;         ///< after the gradient went into it
    double square_before = 0;  ///< Adam's second moment
    double square = 0;
    double after = 0;

    /// The moments as Adam corrects them, for they begin with 0.
    [[nodiscard]] double correctedMean() const;
    [[nodiscard]] double correctedSquare() const;
    /// The number after weight decay, before the step.
    [[nodiscard]] double decayed() const;
    /// The number that the step adds.
    [[nodiscard]] double taken() const;
};

/// @param step below the steps of the history; the first one is 0 @param place that the model has
template <class Scalar>
[[nodiscard]] NumberStep numberStep(const TwinHistory<Scalar>& history, Index step,
                                    const NumberPlace& place, const GivesUp& gives_up = {});

/// The arithmetic of a step, a line each: gradient, moments, step, the number before and after.
[[nodiscard]] std::vector<TextLine> tell(const NumberStep& step);

}  // namespace lookback

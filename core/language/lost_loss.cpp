#include "core/language/lost_loss.h"

#include <cmath>
#include <optional>

#include "core/language/language_model.h"

namespace lookback {
namespace {

bool isEmpty(const Mask& mask, Index row, Index context) {
    for (Index key = 0; key < context; ++key) {
        if (allows(mask, row, key)) return false;
    }
    return true;
}

/// The first empty row of the mask whose weights are NaN. One window is enough: all have the same
/// mask.
template <class Scalar>
std::optional<Index> emptyRow(const Experiment& experiment, const Twin& twin, const UnitText& text,
                              const Parameters<Scalar>& parameters) {
    const Index context = experiment.context;
    LanguageModel<Scalar> model(experiment, twin, 1, context);
    const WindowUnits units = windowUnits(text, std::span(text.train_starts).first(1), context);
    (void)model.logits(parameters, units.inputs);
    const MatrixView weights = model.trace().view(MatrixId::attention_weights, 0);
    for (Index row = 0; row < context; ++row) {
        if (isEmpty(twin.mask, row, context) && std::isnan(weights(row, 0))) return row;
    }
    return std::nullopt;
}

/// True where Adam divided by 0: a number whose gradients were all 0 so far.
template <class Scalar>
bool dividedByZero(const Optimizer& optimizer, const TrainingState<Scalar>& state) {
    if (!info(optimizer.kind).has_moments || static_cast<Scalar>(optimizer.epsilon) != 0) {
        return false;
    }
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        const Matrix<Scalar>& numbers = state.parameters.*row.matrix;
        const Matrix<Scalar>& squares = state.optimizer.squares().*row.matrix;
        for (Index k = 0; k < numbers.size(); ++k) {
            if (squares.data()[k] == 0 && std::isnan(numbers.data()[k])) return true;
        }
    }
    return false;
}

}  // namespace

template <class Scalar>
LostLoss lostLoss(const Experiment& experiment, const Twin& twin, const UnitText& text,
                  const TrainingState<Scalar>& state) {
    const Index step = state.stepsTaken();
    if (step == 0) {
        const auto row = emptyRow(experiment, twin, text, state.parameters);
        if (row) return {.step = step, .fault = LossFault::empty_row, .row = *row};
        return {.step = step, .fault = LossFault::first_numbers};
    }
    const bool is_epsilon = dividedByZero(experiment.optimizer, state);
    return {.step = step, .fault = is_epsilon ? LossFault::epsilon : LossFault::learning_rate};
}

template LostLoss lostLoss(const Experiment&, const Twin&, const UnitText&,
                           const TrainingState<float>&);
template LostLoss lostLoss(const Experiment&, const Twin&, const UnitText&,
                           const TrainingState<double>&);

}  // namespace lookback

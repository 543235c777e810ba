#pragma once

#include <optional>

#include "core/language/training_record.h"

namespace lookback {

/// Why a loss is no number any more.
enum class LossFailure : std::uint8_t {
    empty_row,      ///< a row of the mask leaves nothing to look at
    first_numbers,  ///< the numbers are too large before the first step is taken
    epsilon,        ///< Adam's is 0: it divides 0 by 0 where a number has had no gradient
    learning_rate,  ///< they grew too large by the steps
};

/// What is to be said of a twin once it is trained.
struct TrainingEnding {
    double train_loss = 0;  ///< the mean over all training windows
    /// It is below what the words before can tell: the twin has read the answer.
    bool is_below_floor = false;
    /// The first step whose loss is no finite number; the number of steps where only what the last
    /// one made is none.
    std::optional<Index> failed_at{};
    LossFailure failure{};  ///< of meaning only with `failed_at`
    Index empty_row = 0;    ///< the first row without an allowed key, for LossFailure::empty_row
};

/// @param floor `lossFloor` of the text @param record of the twin
[[nodiscard]] TrainingEnding endingOf(const Experiment& experiment, const Twin& twin,
                                      const UnitText& text, double floor,
                                      const TrainingRecord& record);

/// The units that training windows begin with, each once, in the order of the text.
[[nodiscard]] std::vector<Unit> beginningsOf(const UnitText& text, std::size_t most);

/// True where a window of the text, trained on or held out, has exactly these units.
/// @param units as many as a window has
[[nodiscard]] bool isWindowOf(const UnitText& text, std::span<const Unit> units);

}  // namespace lookback

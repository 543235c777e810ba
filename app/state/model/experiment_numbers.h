#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/message.h"
#include "core/words/filled_text.h"

namespace lookback {

struct AppState;

/// A number of an experiment, or the tokens that a model writes, as a lesson names it.
struct ExperimentNumber {
    std::string expression;             ///< training_loss.B[steps]
    std::string slot;                   ///< {decimals 3: training_loss.B[steps]}
    Message words;                      ///< "Training loss of model B at the end"
    bool is_words = false;              ///< tokens
    std::optional<double> value{};      ///< nothing: not known yet, or tokens
    std::optional<FilledText> shown{};  ///< the slot with its value; nothing: not known yet
};

/// All that the numbers of an experiment follow from.
struct NumbersMemory {
    std::uint64_t experiments = 0;  ///< revision of their history
    Index training_step = 0;        ///< on the screen
    Index trained = -1;             ///< steps of the training that is known; −1: none is

    bool operator==(const NumbersMemory&) const = default;
};
[[nodiscard]] NumbersMemory numbersMemory(const AppState& state);

/// All quantities of the experiment on the screen that a lesson can name: losses at the step where
/// one stands and at the end, and the rest. Nothing is trained: a number has a value where the
/// training on the screen has reached it, and it takes less than a frame to be found.
[[nodiscard]] std::vector<ExperimentNumber> experimentNumbers(const AppState& state);

}  // namespace lookback

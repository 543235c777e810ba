#pragma once

#include <string>

#include "app/state/model/app_state.h"

namespace lookback {

/// The text for a screen reader: the notice, the words of the lesson, the step, the words about it,
/// and the arithmetic of the cell in focus where it is shown; in other modes than the Lab, the
/// mode.
[[nodiscard]] std::string spokenText(const AppState& state);

}  // namespace lookback

#pragma once

#include <string>

#include "app/state/model/app_state.h"

namespace lookback {

/// The file of the work on the screen, which a picture of the window carries so that it opens
/// again. While a lesson hides numbers, which the opened work would show: the place of its task.
/// Empty where neither can be written.
[[nodiscard]] std::string carriedWork(const AppState& state);

}  // namespace lookback

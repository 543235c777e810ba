#pragma once

#include <string>

#include "app/state/model/app_state.h"

namespace lookback {

/// The file of the work on the screen, which a picture of the window carries so that it opens
/// again. Empty where the work cannot be written, and while a lesson hides numbers, which the
/// opened work would show.
[[nodiscard]] std::string carriedWork(const AppState& state);

}  // namespace lookback

#pragma once

#include <string>
#include <vector>

#include "app/state/app_state.h"

namespace lookback {

/// The texts on the screen which people and files bring along: they may have any character.
[[nodiscard]] std::vector<std::string> shownTexts(const AppState& state);

}  // namespace lookback

#pragma once

#include <string_view>
#include <vector>

#include "app/state/model/app_state.h"

namespace lookback {

/// The texts on the screen which people and files bring along: they may have any character. They
/// are the state's; those of the document are one text, a line each.
[[nodiscard]] std::vector<std::string_view> shownTexts(const AppState& state);

}  // namespace lookback

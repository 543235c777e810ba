#pragma once

#include <string_view>
#include <vector>

#include "app/state/model/app_state.h"

namespace lookback {

/// The texts on the screen that users typed or files contain, which may have any character. Views
/// of the state; the document's texts are one text, a line each.
/// @param notice the state's notice as it reads
[[nodiscard]] std::vector<std::string_view> shownTexts(const AppState& state,
                                                       std::string_view notice);

}  // namespace lookback

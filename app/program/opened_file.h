#pragma once

#include <string>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// What the state is to be told of a file that was read: a document, an experiment, or, while one
/// is about an experiment, a text for it to learn from. A text is what neither is called JSON nor
/// begins like an object of it. Faults are an answer, too.
[[nodiscard]] Action openedFile(const AppState& state, const std::string& path,
                                std::string_view bytes);

}  // namespace lookback

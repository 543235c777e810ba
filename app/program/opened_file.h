#pragma once

#include <string>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// The answer for the state about a file that was read: a document, an experiment, or, in the modes
/// of an experiment, a text for training. A text is a file that neither has the ending of JSON nor
/// begins like a JSON object. Faults are an answer, too.
[[nodiscard]] Action openedFile(const AppState& state, const std::string& path,
                                std::string_view bytes);

}  // namespace lookback

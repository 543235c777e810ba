#pragma once

#include <string_view>

#include "app/state/model/app_state.h"

namespace lookback {

/// What the mode is about, a document or an experiment, and its file. It lives as long as the state
/// does not change.
struct OwnWork {
    std::string_view title;
    std::string_view file;  ///< path where it was read or saved; empty: none
    std::string_view fingerprint;
    bool is_saved = true;  ///< nothing would be lost if it were closed
};

[[nodiscard]] OwnWork ownWork(const AppState& state);

}  // namespace lookback

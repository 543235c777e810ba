#pragma once

#include "app/state/model/app_state.h"

namespace lookback {

/// What a mode does as time passes.
struct ModePlay {
    Mode mode;
    void (*settle)(AppState& state);  ///< brings what it shows up to the place where one stands
    void (*rewind)(AppState& state);  ///< where one stands at the end: goes to the beginning
    void (*tick)(AppState& state);    ///< does what the time since the last tick asks of Play
};

/// The row of the mode on screen.
[[nodiscard]] const ModePlay& playOf(const AppState& state);

/// Brings what the mode on screen shows up to the place where one stands: what takes less than a
/// frame is found at once, the rest is asked of the worker. Called before each frame.
void settlePlace(AppState& state);

/// Whether something of what the mode shows is still to come from the worker: pictures wait for it.
[[nodiscard]] bool isWaiting(const AppState& state);

}  // namespace lookback

#pragma once

#include "app/state/model/app_state.h"

namespace lookback {

/// Seconds that Play stays at a cell of the Lab, or at a step of Generate, at the usual speed.
inline constexpr double kPlaySeconds = 1.2;

/// What a mode does as time passes.
struct ModePlay {
    Mode mode;
    void (*settle)(AppState& state);  ///< brings what it shows up to the place where one stands
    void (*rewind)(AppState& state);  ///< where one stands at the end: goes to the beginning
    void (*tick)(AppState& state);    ///< does what the time since the last tick asks of Play
};

/// The row of the mode on screen.
[[nodiscard]] const ModePlay& playOf(const AppState& state);

/// True for a mode that leads through the steps of the computation.
[[nodiscard]] bool walksSteps(Mode mode);

/// Brings what the mode on screen shows up to the place where one stands: what takes less than a
/// frame is found at once, the rest is asked of the worker. Called before each frame.
void settlePlace(AppState& state);

/// Whether something of what the mode shows is still to come from the worker: pictures wait for it.
[[nodiscard]] bool isWaiting(const AppState& state);

}  // namespace lookback

#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries an action out. The only function that changes an AppState's document or step; the trace,
/// steps and labels follow at once.
void update(AppState& state, const Action& action);

/// Lets `seconds` pass: motion comes to rest, Play moves on.
void advance(AppState& state, double seconds);

/// True while the picture changes by itself.
[[nodiscard]] bool isMoving(const AppState& state);

inline constexpr double kMotionSeconds = 0.35;

}  // namespace lookback

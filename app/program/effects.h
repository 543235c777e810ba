#pragma once

#include <optional>
#include <string>

#include "app/program/host.h"
#include "app/program/worker.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what `update` asked of the world outside. @param store none: nothing is kept
/// @return what the state is to be told of it; nothing where it need not know, or for a picture of
/// the window, which must be taken first: `writePicture` then does the rest.
[[nodiscard]] std::optional<Action> carryOut(Files& files, SessionStore* store,
                                             const AppState& state, const Effect& effect);

/// What an effect asks of the worker; nothing where it is no such effect.
[[nodiscard]] std::optional<Job> jobOf(const Effect& effect);

/// Writes a picture of the window. @return what the state is to be told of it
[[nodiscard]] Action writePicture(Files& files, const std::string& path, const Image& picture);

}  // namespace lookback

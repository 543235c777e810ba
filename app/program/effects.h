#pragma once

#include <optional>
#include <string>

#include "app/program/host.h"
#include "app/program/worker.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "core/base/result.h"

namespace lookback {

/// Carries out an effect of `update`. @param store null: nothing is kept
/// @return the answer for the state; nothing where there is none, or for a picture of the window,
/// which the caller takes and passes to `writePicture`
[[nodiscard]] std::optional<Action> carryOut(Files& files, SessionStore* store,
                                             const AppState& state, const Effect& effect);

/// The worker's job of an effect; nothing for an effect without one.
[[nodiscard]] std::optional<Job> jobOf(const Effect& effect);

/// Writes a picture of the window. @param picture its bytes
/// @param left_out the sentence about stages that it leaves out; nothing: it is whole
/// @return the answer for the state
[[nodiscard]] Action writePicture(Files& files, const std::string& path,
                                  const Result<std::string>& picture,
                                  const std::optional<Message>& left_out = std::nullopt);

}  // namespace lookback

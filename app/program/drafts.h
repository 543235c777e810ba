#pragma once

#include "app/state/kept/session.h"
#include "app/state/model/app_state.h"
#include "app/state/model/file_task.h"

namespace lookback {

/// What is kept of work that makes room: the steps of its origin up to it. A session always has a
/// document: beside an experiment it is the one on screen.
[[nodiscard]] Session draftOf(const AppState& state, const PutAside& aside);

}  // namespace lookback

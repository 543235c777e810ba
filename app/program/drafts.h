#pragma once

#include "app/state/kept/session.h"
#include "app/state/model/app_state.h"
#include "app/state/model/file_task.h"

namespace lookback {

/// The draft of work that is replaced: its steps since its origin. A session always has a document:
/// a draft of an experiment has the document on screen.
[[nodiscard]] Session draftOf(const AppState& state, const PutAside& aside);

}  // namespace lookback

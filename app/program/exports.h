#pragma once

#include <string>

#include "app/state/model/app_state.h"
#include "app/state/model/file_task.h"
#include "core/base/result.h"

namespace lookback {

/// What is written into a file of this kind, but for pictures. Errors: it would take more memory
/// than a window has for it, or the training has not come to its end; without a place.
[[nodiscard]] Result<std::string> exportedText(const AppState& state, ExportKind kind);

}  // namespace lookback

#pragma once

#include <string>

#include "app/state/model/app_state.h"
#include "app/state/model/file_task.h"
#include "core/base/result.h"

namespace lookback {

/// The content of an exported file, for all kinds but pictures. Errors, without a place: it would
/// take more memory than a window allows (kMaxExported), or the training has not ended.
[[nodiscard]] Result<std::string> exportedText(const AppState& state, ExportKind kind);

}  // namespace lookback

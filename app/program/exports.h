#pragma once

#include <optional>
#include <string>

#include "app/state/model/app_state.h"
#include "app/state/model/file_task.h"
#include "core/base/message.h"
#include "core/base/result.h"

namespace lookback {

/// The content of an exported file, for all kinds but pictures. Errors, without a place: it would
/// take more memory than a window allows (kMaxExported), or the training has not ended.
[[nodiscard]] Result<std::string> exportedText(const AppState& state, ExportKind kind);

/// Returns the sentence that says which stages or steps an export omits because the window hides
/// them (shown_quantity.h); nothing where the file is whole.
[[nodiscard]] std::optional<Message> leftOut(const AppState& state, ExportKind kind);

}  // namespace lookback

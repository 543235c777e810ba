#pragma once

#include "app/program/host.h"
#include "app/state/model/app_state.h"

namespace lookback {

/// The question of a sheet that asks for a file, in the language of the window. It begins in the
/// folder of the work's file, else in that of the sheet.
[[nodiscard]] FileQuestion fileQuestion(const AppState& state, const FileSheet& sheet);

}  // namespace lookback

#pragma once

#include "app/look/look.h"
#include "app/state/model/app_state.h"

namespace lookback {

/// Draws one frame of the whole window into ImGui's display and carries out what happened in it.
/// Call between ImGui::NewFrame and ImGui::Render.
/// @param seconds since the frame before.
void drawFrame(AppState& state, const Look& look, double seconds);

}  // namespace lookback

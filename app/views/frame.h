#pragma once

#include "app/look/look.h"
#include "app/look/motion.h"
#include "app/state/model/app_state.h"

namespace lookback {

/// Draws one frame of the whole window into ImGui's display and carries out the actions that it
/// asks for. Call between ImGui::NewFrame and ImGui::Render.
/// @param motion kept by the caller from frame to frame
/// @param seconds since the frame before
void drawFrame(AppState& state, const Look& look, Motion& motion, double seconds);

}  // namespace lookback

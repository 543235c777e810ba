#pragma once

#include "app/look/look.h"
#include "app/state/app_state.h"
#include "app/views/shared/kept_frame.h"

namespace lookback {

/// Draws one frame of the whole window into ImGui's display and carries out what happened in it.
/// Call between ImGui::NewFrame and ImGui::Render.
/// @param seconds since the frame before.
/// @param kept of that frame: what cannot have changed is shown again; none: all is drawn anew.
void drawFrame(AppState& state, const Look& look, double seconds, KeptFrame* kept = nullptr);

}  // namespace lookback

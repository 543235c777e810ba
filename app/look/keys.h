/// The keyboard, as ImGui reports it, in the program's own words.
#pragma once

#include <span>

#include "app/state/commands/commands.h"
#include "imgui.h"

namespace lookback {

/// A key as ImGui calls it.
[[nodiscard]] ImGuiKey imguiKey(Key key);

/// Ctrl, Shift, Alt and Super, as they are held in this frame.
[[nodiscard]] KeyMods heldMods();

/// The commands whose keys were pressed in this frame, of the mode's `own` and of those that every
/// mode has; none while a text is being typed, and in presentation only those that count there.
void takeKeys(const AppState& state, std::span<const Command> own, Actions& actions);

}  // namespace lookback

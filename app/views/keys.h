#pragma once

#include <span>

#include "app/state/commands/commands.h"
#include "imgui.h"

namespace lookback {

/// True while one of the keys of a command is held, with any modifiers.
[[nodiscard]] bool isKeyHeld(const Command& command);

/// True for a key with these modifiers that some command has, whether or not it is enabled now.
[[nodiscard]] bool isKeyOfCommand(ImGuiKey key, KeyMods mods, KeyPlace place);

/// Adds the actions of the commands whose keys were pressed in this frame: of the mode's `own`
/// commands and of those that every mode has. Adds none while a text is typed or a sheet has the
/// keyboard; in presentation only commands that count there. A menu leaves the keys of the modes,
/// which close it. @param was_in_menu a menu was open when the frame began
void takeKeys(const AppState& state, std::span<const Command> own, bool was_in_menu,
              Actions& actions);

}  // namespace lookback

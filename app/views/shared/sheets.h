#pragma once

#include <functional>
#include <span>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/state/commands/commands.h"
#include "app/views/shared/scene.h"

namespace lookback {

// Sheets over the window. The caller asks whether one is open.

/// Draws a sheet over the whole window, which it darkens. `draw` is called within an ImGui window
/// of that name and size. @param takes_tab Tab and the arrow keys go through its controls
void drawOverlay(const Scene& scene, const char* name, const std::function<void()>& draw,
                 bool takes_tab = false);

/// Returns the tooltip of the button that closes a sheet.
[[nodiscard]] Message closeSheetTip();

/// Draws the card of a sheet in the middle of the window. @param size in pixels @return its box
Rect drawSheetCard(Painter& painter, ImVec2 size);

/// Draws all keys of a mode, its `own` and those that every mode has, and what the mouse does
/// there.
void drawHelp(const Scene& scene, std::span<const Command> own);
/// Draws the sheet that chooses a file to open, or the name of a file to write.
void drawFileSheet(const Scene& scene);
/// Draws the sheet that asks what to do with a file that another program has changed.
void drawConflictSheet(const Scene& scene);
/// Draws the sheet that asks what to do with work that cannot be kept for the next start.
void drawKeepSheet(const Scene& scene);
/// Draws sentences about the latest event at the foot of the centre.
void drawNotice(const Scene& scene, const Rect& centre);

}  // namespace lookback

#pragma once

#include <span>

#include "app/look/rect.h"
#include "app/state/commands/commands.h"
#include "app/state/model/mode.h"
#include "app/views/shared/scene.h"

namespace lookback {

using DrawView = void (*)(const Scene& scene, const Rect& region);

/// A row of the table of modes: the views that fill the window, and the commands that this mode has
/// beside the shared ones.
struct ModeViews {
    Mode mode;
    float least_width;  ///< of the centre, in the design's pixels: a smaller one scrolls
    float least_slide;  ///< its height above the caption of a lesson, likewise
    DrawView left;      ///< the values that a person edits
    DrawView centre;    ///< the computation
    DrawView right;     ///< the meaning of the numbers
    DrawView bottom;    ///< the steps
    std::span<const Command> (*commands)();
};

/// Draws the bar above every mode: menus, commands, the modes themselves.
void drawTopBar(const Scene& scene, const Rect& region);

[[nodiscard]] const ModeViews& viewsOf(Mode mode);

/// Returns the views of the mode on screen; while its numbers are computed, those without numbers.
[[nodiscard]] ModeViews shownViews(const AppState& state);

}  // namespace lookback

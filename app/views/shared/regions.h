#pragma once

#include <span>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/state/commands/commands.h"
#include "app/views/shared/scene.h"

namespace lookback {

// The cards of Compare and of the Leak test.

/// From the left edge of a card to what is on it, and to the right.
[[nodiscard]] inline float cardSide(const Scene& scene) { return scene.look.px(22); }

/// The same above and below.
[[nodiscard]] inline float cardPad(const Scene& scene) {
    return scene.look.px(scene.compact ? 10 : 16);
}

/// Between two cards.
[[nodiscard]] inline float cardGap(const Scene& scene) {
    return scene.look.px(scene.compact ? 9 : 16);
}

/// For a projector the window is the card.
inline void drawPageCard(const Scene& scene, Painter& painter, const Rect& box) {
    if (!scene.place().presenting) painter.card(box);
}

// What every mode has around its own views, each drawn into `region` of the current ImGui window. A
// view reads the scene, tells it where the pointer is, and emits actions.

void drawTopBar(const Scene& scene, const Rect& region);
void drawTimeline(const Scene& scene, const Rect& region);
/// All keys of a mode, its `own` and those that every mode has, and what the mouse does there, on
/// one sheet over the window.
void drawHelp(const Scene& scene, std::span<const Command> own);
/// The sheet on which one chooses a file to open, or the name under which one is written.
void drawFileSheet(const Scene& scene);
/// The sheet on which one chooses what becomes of a file that others have changed.
void drawConflictSheet(const Scene& scene);
/// The sheet on which one draws the numbers anew: library, seed, program. Only while it is open.
void drawDrawSheet(const Scene& scene, const Rect& centre);
/// One line about what just happened, at the foot of the centre.
void drawNotice(const Scene& scene, const Rect& centre);

}  // namespace lookback

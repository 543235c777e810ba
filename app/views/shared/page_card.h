#pragma once

#include "app/look/painter.h"
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

}  // namespace lookback

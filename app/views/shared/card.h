#pragma once

#include <string_view>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "core/explain/text_line.h"

namespace lookback {

// Margins of the cards that a mode's centre is made of.

/// Pixels from the left or right edge of a card to its contents.
[[nodiscard]] inline float cardSide(const Scene& scene) {
    return scene.look.px(scene.compact ? 15 : 22);
}

/// Pixels from the upper or lower edge of a card to its contents.
[[nodiscard]] inline float cardPad(const Scene& scene) {
    return scene.look.px(scene.compact ? 10 : 16);
}

/// Pixels between two cards.
[[nodiscard]] inline float cardGap(const Scene& scene) {
    return scene.look.px(scene.compact ? 9 : 16);
}

/// Draws the ground of a card; nothing while one presents, where the whole window is the card.
inline void drawPageCard(const Scene& scene, Painter& painter, const Rect& box) {
    if (!scene.place().presenting) painter.card(box);
}

/// Draws a sentence and a formula to the right of the title of a card. The sentence is whole: where
/// it has no room, it stands in small type, and then without the formula. @param room the line of
/// the title, from the end of the title on
void drawBesideTitle(const Scene& scene, Painter& painter, const Rect& room,
                     std::string_view sentence, const TextLine& formula);

}  // namespace lookback

#pragma once

#include <string_view>

#include "app/look/painter.h"

namespace lookback {

struct ChoiceBox {
    const char* label;  ///< what stands behind `##` tells it from others
    bool is_chosen = false;
    bool is_framed = false;  ///< a card, with a thicker frame where it is chosen; else a row
    std::string_view tooltip;
};

/// A box that is chosen by a click or a key; whoever calls draws into it afterwards.
/// @return true in the frame in which it is chosen
bool choiceBox(Painter& painter, const Rect& box, const ChoiceBox& choice);

/// The sign of one of several of which one holds, in the middle of `box`.
void radioSign(Painter& painter, const Rect& box, bool is_chosen);

}  // namespace lookback

#pragma once

#include <span>
#include <string>

#include "app/look/painter.h"

namespace lookback {

/// A bar with its name to the left and a number to the right.
struct ChanceBar {
    std::string name;
    std::string number;
    double share = 0;  ///< of the room, 0 to 1; NaN counts as 0
    bool is_chosen = false;
};

/// Bars one below the other. @param row the height of each
void drawChanceBars(Painter& painter, const Rect& area, std::span<const ChanceBar> bars,
                    Color color, float row);

}  // namespace lookback

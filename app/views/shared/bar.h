#pragma once

#include <functional>
#include <vector>

#include "app/look/rect.h"

namespace lookback {

/// An item of a bar that is drawn where there is room for it.
struct BarItem {
    int rank;      ///< items of lower rank get room first
    bool at_left;  ///< aligned to the left edge of the bar, else to the right edge
    float most;    ///< the largest width, where the bar has room to spare
    float usual;   ///< the width that it needs
    float least;   ///< the width that will do where room is short
    std::function<void(const Rect&)> draw;      ///< none: its place is empty
    std::function<void()> row{};                ///< its row in the menu of items without room
    std::function<void(const Rect&)> hidden{};  ///< opens its menu by a key where it has no room
    bool folds = false;                         ///< has its usual or its least width, none between
    float width = 0;                            ///< as `shareOut` gave it; 0: no room
};

/// Sets the width of each item, by rank. @param need `usual` or `least` @return true if every item
/// has room
bool shareOut(std::vector<BarItem>& items, float room, float gap, float BarItem::*need);

/// Sets the usual width of the items that fold to their least width.
void fold(std::vector<BarItem>& items);

/// Draws the items that have a width, from both ends of the line.
void drawBar(const std::vector<BarItem>& items, const Rect& line, float gap);

}  // namespace lookback

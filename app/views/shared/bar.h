#pragma once

#include <functional>
#include <vector>

#include "app/look/rect.h"

namespace lookback {

/// Something that stands in a bar where there is room for it.
struct BarItem {
    int rank;      ///< who gets room first: lower ones
    bool at_left;  ///< stands with those from the left edge on, else with those up to the right one
    float most;    ///< the width that it grows to where there is more
    float usual;   ///< the width that it needs
    float least;   ///< the width that will do where room is short
    std::function<void(const Rect&)> draw;
    std::function<void()> row{};                ///< in a menu of what has no room; none: left out
    std::function<void(const Rect&)> hidden{};  ///< what its key opens where it has no room
    bool folds = false;                         ///< is whole, or of its least width, never between
    float width = 0;                            ///< that it got; 0: none
};

/// Gives each item its width, by rank. @param need usual or least @return true where nobody goes
/// without
bool shareOut(std::vector<BarItem>& items, float room, float gap, float BarItem::*need);

/// Gives those that fold their least width, for good.
void fold(std::vector<BarItem>& items);

/// Draws those that have got one, from both ends of the line.
void drawBar(const std::vector<BarItem>& items, const Rect& line, float gap);

}  // namespace lookback

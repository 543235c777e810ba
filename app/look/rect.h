#pragma once

#include <algorithm>

#include "imgui.h"

namespace lookback {

/// An upright rectangle in pixels of the screen.
struct Rect {
    ImVec2 min;
    ImVec2 max;

    [[nodiscard]] float width() const { return max.x - min.x; }
    [[nodiscard]] float height() const { return max.y - min.y; }
    [[nodiscard]] ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    [[nodiscard]] bool contains(ImVec2 point) const {
        return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y;
    }
    /// How many square pixels two rectangles have in common.
    [[nodiscard]] float overlap(const Rect& other) const {
        const float wide = std::min(max.x, other.max.x) - std::max(min.x, other.min.x);
        const float high = std::min(max.y, other.max.y) - std::max(min.y, other.min.y);
        return wide > 0 && high > 0 ? wide * high : 0;
    }
    [[nodiscard]] Rect grown(float by) const {
        return {{min.x - by, min.y - by}, {max.x + by, max.y + by}};
    }
};

}  // namespace lookback

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
    // Parts of a rectangle: rows and columns of a layout.

    /// Returns the rectangle of this size whose upper left corner is `min`.
    [[nodiscard]] static Rect at(ImVec2 min, ImVec2 size) {
        return {min, {min.x + size.x, min.y + size.y}};
    }
    /// The row of this height along the upper or lower edge.
    [[nodiscard]] Rect top(float height) const { return untilY(min.y + height); }
    [[nodiscard]] Rect bottom(float height) const { return fromY(max.y - height); }
    /// The column of this width along the left or right edge.
    [[nodiscard]] Rect left(float width) const { return untilX(min.x + width); }
    [[nodiscard]] Rect right(float width) const { return fromX(max.x - width); }
    /// The part between two positions on the screen, which may lie outside.
    [[nodiscard]] Rect fromX(float x) const { return {{x, min.y}, max}; }
    [[nodiscard]] Rect untilX(float x) const { return {min, {x, max.y}}; }
    [[nodiscard]] Rect betweenX(float from, float to) const { return {{from, min.y}, {to, max.y}}; }
    [[nodiscard]] Rect fromY(float y) const { return {{min.x, y}, max}; }
    [[nodiscard]] Rect untilY(float y) const { return {min, {max.x, y}}; }
    [[nodiscard]] Rect betweenY(float from, float to) const { return {{min.x, from}, {max.x, to}}; }
    /// Takes the row of this height from the top. @param gap pixels left out below the row
    Rect takeTop(float height, float gap = 0) {
        const Rect row = top(height);
        min.y = row.max.y + gap;
        return row;
    }
    /// Without margins of these widths. @param dx on the left and on the right, @param dy above
    /// and below
    [[nodiscard]] Rect inset(float dx, float dy) const {
        return {{min.x + dx, min.y + dy}, {max.x - dx, max.y - dy}};
    }
    [[nodiscard]] Rect grown(float by) const {
        return {{min.x - by, min.y - by}, {max.x + by, max.y + by}};
    }
};

}  // namespace lookback

#include "app/look/hatching.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "app/look/colormap.h"

namespace lookback {
namespace {

constexpr float kThin = 0.46f;         ///< stripes that others may cross
constexpr float kHatchingTint = 0.3f;  ///< of a rule's colour in what its stripes stand on
constexpr float kByHand = 0.5f;        ///< of the colour of paint in its stripes

/// The part of a convex polygon on one side of the upright line at `x`: to its left or its right.
std::vector<ImVec2> cutAt(float x, bool keep_left, std::span<const ImVec2> polygon) {
    std::vector<ImVec2> kept;
    const auto stays = [&](ImVec2 point) { return keep_left ? point.x <= x : point.x >= x; };
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const ImVec2 here = polygon[k];
        const ImVec2 next = polygon[(k + 1) % polygon.size()];
        if (stays(here)) kept.push_back(here);
        if (stays(here) == stays(next)) continue;
        const float share = (x - here.x) / (next.x - here.x);
        kept.push_back({x, here.y + (next.y - here.y) * share});
    }
    return kept;
}

/// A stripe from one side to the other, cut off by the box: a clipping rectangle would be a draw
/// command of its own. @param x of its middle above, from the corner of the box @param rises its
/// lower end is to the left
std::vector<ImVec2> stripe(const Rect& box, float x, float across, bool rises) {
    const float left = box.min.x + x - across / 2;
    const float right = left + across;
    const float lean = rises ? -box.height() : box.height();
    const std::array<ImVec2, 4> whole{ImVec2{left, box.min.y},
                                      {right, box.min.y},
                                      {right + lean, box.max.y},
                                      {left + lean, box.max.y}};
    return cutAt(box.max.x, true, cutAt(box.min.x, false, whole));
}

void drawSlanting(ImDrawList& list, const Rect& box, bool rises, float step, float across,
                  Color color) {
    const float first = rises ? 0 : -box.height();
    const float end = rises ? box.width() + box.height() : box.width();
    for (float x = first; x < end; x += step) {
        for (const ImVec2 corner : stripe(box, x, across, rises)) list.PathLineTo(corner);
        list.PathFillConvex(color);
    }
}

void drawUpright(ImDrawList& list, const Rect& box, float step, float across, Color color) {
    for (float x = box.min.x + step / 2 - across / 2; x < box.max.x; x += step) {
        list.AddRectFilled({x, box.min.y}, {std::min(x + across, box.max.x), box.max.y}, color);
    }
}

void drawLevel(ImDrawList& list, const Rect& box, float step, float across, Color color) {
    for (float y = box.min.y + step / 2 - across / 2; y < box.max.y; y += step) {
        list.AddRectFilled({box.min.x, y}, {box.max.x, std::min(y + across, box.max.y)}, color);
    }
}

}  // namespace

Hatching maskedHatching(const Theme& theme) {
    return {.ground = theme.hatch_ground, .line = theme.hatch_line};
}

Hatching leakHatching(const Theme& theme) {
    return {.ground = theme.leak_ground, .line = theme.leak_line};
}

Hatching ruleHatching(const Theme& theme, std::size_t rule) {
    constexpr std::array kLeans{Lean::falling, Lean::rising, Lean::level, Lean::upright};
    const Color color = theme.rules[rule % theme.rules.size()];
    return {.ground = mix(theme.panel, color, kHatchingTint),
            .line = color,
            .lean = kLeans[rule % kLeans.size()],
            .share = kThin};
}

Hatching paintedHatching(const Theme& theme) {
    const Color color = mix(theme.panel, theme.painted, kByHand);
    return {.ground = mix(theme.panel, color, kHatchingTint), .line = color, .share = kThin};
}

void drawStripes(ImDrawList& list, const Rect& box, const Hatching& how, float step, Color color) {
    const float across = step * how.share;
    switch (how.lean) {
        case Lean::falling: return drawSlanting(list, box, false, step, across, color);
        case Lean::rising: return drawSlanting(list, box, true, step, across, color);
        case Lean::level: return drawLevel(list, box, step, across, color);
        case Lean::upright: return drawUpright(list, box, step, across, color);
    }
}

}  // namespace lookback

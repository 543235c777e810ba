#include "app/widgets/plane_labels.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lookback {
namespace {

/// The sides of a dot on which a label may be, the preferred one first: x and y are -1, 0 or 1.
constexpr std::array<ImVec2, 8> kSides{ImVec2{1, 0},  ImVec2{-1, 0}, ImVec2{0, -1},  ImVec2{0, 1},
                                       ImVec2{1, -1}, ImVec2{1, 1},  ImVec2{-1, -1}, ImVec2{-1, 1}};
/// Gaps between a dot and a label with a leader, in gaps of one without.
constexpr std::array kFar{2.5f, 4.0f, 6.0f};
/// Another dot is at least so many times as far from a label without a leader as its own.
constexpr float kClearlyFarther = 1.7f;

float planeDistance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

Rect labelAt(ImVec2 dot, ImVec2 size, ImVec2 side, float gap) {
    // On a diagonal, the corner of the label is as far away as an edge is elsewhere.
    const float away = side.x != 0 && side.y != 0 ? gap * 0.7f : gap;
    const ImVec2 middle{dot.x + side.x * (away + size.x / 2), dot.y + side.y * (away + size.y / 2)};
    return Rect::at({middle.x - size.x / 2, middle.y - size.y / 2}, size);
}

}  // namespace

ImVec2 nearestIn(const Rect& box, ImVec2 point) {
    return {std::clamp(point.x, box.min.x, box.max.x), std::clamp(point.y, box.min.y, box.max.y)};
}

std::vector<std::optional<PlaneLabel>> placeLabels(std::span<const ImVec2> dots,
                                                   std::span<const ImVec2> sizes,
                                                   const Rect& region, std::vector<Rect> taken,
                                                   float gap) {
    const auto has_room = [&](const Rect& box) {
        if (box.min.x <= region.min.x || box.max.x >= region.max.x || box.min.y <= region.min.y ||
            box.max.y >= region.max.y) {
            return false;
        }
        return std::all_of(taken.begin(), taken.end(),
                           [&](const Rect& other) { return box.overlap(other) == 0; }) &&
               std::none_of(dots.begin(), dots.end(),
                            [&](ImVec2 dot) { return box.grown(gap / 3).contains(dot); });
    };
    // Dots on the same place cannot be told apart: each may have a label there.
    const auto is_nearest = [&](const Rect& box, ImVec2 own) {
        const float reach = planeDistance(own, nearestIn(box, own));
        return std::all_of(dots.begin(), dots.end(), [&](ImVec2 dot) {
            return planeDistance(dot, own) < 1 ||
                   planeDistance(dot, nearestIn(box, dot)) >= kClearlyFarther * reach;
        });
    };
    const auto place = [&](ImVec2 dot, ImVec2 size) -> std::optional<PlaneLabel> {
        for (const ImVec2 side : kSides) {
            const Rect box = labelAt(dot, size, side, gap);
            if (has_room(box) && is_nearest(box, dot)) return PlaneLabel{box};
        }
        for (const float far : kFar) {
            for (const ImVec2 side : kSides) {
                const Rect box = labelAt(dot, size, side, far * gap);
                if (has_room(box)) return PlaneLabel{box, true};
            }
        }
        return std::nullopt;
    };
    std::vector<std::optional<PlaneLabel>> labels;
    for (std::size_t k = 0; k < dots.size(); ++k) {
        labels.push_back(place(dots[k], sizes[k]));
        if (labels.back()) taken.push_back(labels.back()->box);
    }
    return labels;
}

}  // namespace lookback

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/look/rect.h"

namespace lookback {

/// The label of a dot in a plane.
struct PlaneLabel {
    Rect box;
    bool has_leader = false;  ///< a line leads from the dot to the label
};

/// The nearest point of a box.
[[nodiscard]] ImVec2 nearestIn(const Rect& box, ImVec2 point);

/// Places labels beside their dots, the first ones first. Labels are inside the region; they cover
/// no dot, no other label and no box of `taken`. Of all dots, a label is nearest to its own, or has
/// a leader. A label without room is nullopt. @param sizes of the labels, in pixels @param gap
/// pixels between a dot's center and its label
[[nodiscard]] std::vector<std::optional<PlaneLabel>> placeLabels(std::span<const ImVec2> dots,
                                                                 std::span<const ImVec2> sizes,
                                                                 const Rect& region,
                                                                 std::vector<Rect> taken,
                                                                 float gap);

}  // namespace lookback

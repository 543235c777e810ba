#pragma once

#include <cstddef>

#include "app/look/painter.h"

namespace lookback {

/// All that a painter has drawn since this was made: it can be moved to where it is to be seen.
/// What takes the pointer stays where it is.
class DrawnPart {
public:
    explicit DrawnPart(Painter& painter);

    /// Takes every corner to where `place` says: place(corner, is_type).
    template <class Place>
    void move(Place place) const {
        ImVector<ImDrawVert>& vertices = painter_.list().VtxBuffer;
        for (int k = first_; k < vertices.Size; ++k) {
            ImDrawVert& vertex = vertices[k];
            vertex.pos = place(vertex.pos, isType(vertex));
        }
        if (LayoutProbe* const probe = painter_.look().probe) {
            probe->move(first_text_, [&](ImVec2 corner) { return place(corner, true); });
        }
    }

    /// Makes all of it, or its type alone, more transparent.
    void fade(float share) const;
    void fadeType(float share) const;

private:
    [[nodiscard]] bool isType(const ImDrawVert& vertex) const;

    Painter& painter_;
    ImVec2 white_;  ///< where the font's picture is one colour
    Rect lines_;    ///< where it has lines, which are no type
    int first_;
    std::size_t first_text_;
};

}  // namespace lookback

#pragma once

#include <cstddef>
#include <vector>

#include "app/look/painter.h"
#include "app/look/theme.h"
#include "app/look/vector_drawing.h"
#include "imgui.h"

namespace lookback {

/// A shape that is drawn many times: ImGui draws it once, the others are copies of its triangles.
/// Rounding and smoothing the same corners again would take several times as long.
class Stamp {
public:
    /// Draws the shape at `at`; `Painter::print` calls it. The first call runs `draw`, which must
    /// draw the shape there, and keeps its triangles; later calls copy them.
    template <class Draw>
    void print(ImDrawList& list, ImVec2 at, Draw draw) {
        vertices_.empty() ? learnFrom(list, at, draw) : copy(list, at);
    }

    /// As above, for a shape of one colour, which may differ from call to call.
    template <class Draw>
    void print(ImDrawList& list, ImVec2 at, Color color, Draw draw) {
        vertices_.empty() ? learnFrom(list, at, draw) : copy(list, at, color);
    }

private:
    template <class Draw>
    void learnFrom(ImDrawList& list, ImVec2 at, Draw draw) {
        const int first = list.VtxBuffer.Size;
        const int first_index = list.IdxBuffer.Size;
        draw();
        learn(list, at, first, first_index);
    }
    void learn(const ImDrawList& list, ImVec2 at, int first, int first_index);
    void copy(ImDrawList& list, ImVec2 at) const;
    void copy(ImDrawList& list, ImVec2 at, Color color) const;

    /// Appends the triangles, moved to `at`. @param ink returns the colour of a vertex of the copy
    /// from that of the original
    template <class Ink>
    void write(ImDrawList& list, ImVec2 at, Ink ink) const;

    std::vector<ImDrawVert> vertices_;  ///< positions relative to that of the first drawing
    std::vector<ImDrawIdx> indices_;    ///< into `vertices_`
};

/// The triangles that a painter has drawn since this object was constructed, which can be moved and
/// faded. ImGui's items, which take the pointer, are not moved.
class DrawnPart {
public:
    explicit DrawnPart(Painter& painter);

    /// Moves every vertex to `place(position, is_type)`. `is_type`: the vertex belongs to a letter.
    template <class Place>
    void move(Place place) const {
        ImVector<ImDrawVert>& vertices = painter_.list().VtxBuffer;
        for (int k = first_; k < vertices.Size; ++k) {
            ImDrawVert& vertex = vertices[k];
            vertex.pos = place(vertex.pos, isType(vertex));
        }
        if (VectorDrawing* const drawing = painter_.look().drawing) {
            drawing->move(first_shape_, place);
        }
        if (LayoutProbe* const probe = painter_.look().probe) {
            probe->move(first_text_, [&](ImVec2 corner) { return place(corner, true); });
        }
    }

    /// Multiplies the opacity of all triangles, or of those of letters alone, by `share`.
    void fade(float share) const { fadeSome(share, false); }
    void fadeType(float share) const { fadeSome(share, true); }

private:
    [[nodiscard]] bool isType(const ImDrawVert& vertex) const;
    void fadeSome(float share, bool of_type_alone) const;

    Painter& painter_;
    ImVec2 white_;             ///< texture coordinate of filled shapes
    Rect lines_;               ///< texture coordinates of smoothed lines
    int first_;                ///< first vertex of the part
    std::size_t first_text_;   ///< first text of the part in the layout probe
    std::size_t first_shape_;  ///< first shape of the part in the vector drawing
};

}  // namespace lookback

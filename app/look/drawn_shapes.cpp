#include "app/look/drawn_shapes.h"

#include <algorithm>

#include "app/look/theme.h"
#include "imgui_internal.h"

namespace lookback {

void Stamp::learn(const ImDrawList& list, ImVec2 at, int first, int first_index) {
    // Where a draw command was full, the vertices of the shape belong to two commands: not kept.
    if (list._VtxCurrentIdx < static_cast<unsigned>(list.VtxBuffer.Size - first)) return;
    vertices_.assign(list.VtxBuffer.Data + first, list.VtxBuffer.Data + list.VtxBuffer.Size);
    for (ImDrawVert& vertex : vertices_) {
        vertex.pos = {vertex.pos.x - at.x, vertex.pos.y - at.y};
    }
    // ImGui counts the vertices of a draw command, not those of the list.
    const auto base =
        static_cast<ImDrawIdx>(list._VtxCurrentIdx - static_cast<unsigned>(vertices_.size()));
    indices_.assign(list.IdxBuffer.Data + first_index, list.IdxBuffer.Data + list.IdxBuffer.Size);
    for (ImDrawIdx& index : indices_) index = static_cast<ImDrawIdx>(index - base);
}

/// Most vertices of a frame are written here. The pointers are local, since the compiler must
/// otherwise assume that a written vertex changes the pointers of the list; and each vertex is
/// written as a whole, since separate fields would make one loop for each field.
template <class Ink>
void Stamp::write(ImDrawList& list, ImVec2 at, Ink ink) const {
    list.PrimReserve(static_cast<int>(indices_.size()), static_cast<int>(vertices_.size()));
    const auto base = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
    std::transform(indices_.begin(), indices_.end(), list._IdxWritePtr,
                   [base](ImDrawIdx index) { return static_cast<ImDrawIdx>(base + index); });
    ImDrawVert* next = list._VtxWritePtr;
    for (ImDrawVert vertex : vertices_) {
        vertex.pos = {vertex.pos.x + at.x, vertex.pos.y + at.y};
        vertex.col = ink(vertex.col);
        *next++ = vertex;
    }
    list._IdxWritePtr += indices_.size();
    list._VtxWritePtr = next;
    list._VtxCurrentIdx += static_cast<unsigned>(vertices_.size());
}

void Stamp::copy(ImDrawList& list, ImVec2 at) const {
    write(list, at, [](Color learnt) { return learnt; });
}

void Stamp::copy(ImDrawList& list, ImVec2 at, Color color) const {
    const Color clear = color & ~IM_COL32_A_MASK;  // at the rim of smooth edges
    write(list, at, [=](Color learnt) { return (learnt & IM_COL32_A_MASK) != 0 ? color : clear; });
}

DrawnPart::DrawnPart(Painter& painter)
    : painter_(painter),
      white_(ImGui::GetIO().Fonts->TexUvWhitePixel),
      first_(painter.list().VtxBuffer.Size),
      first_text_(painter.look().probe != nullptr ? painter.look().probe->texts().size() : 0),
      first_shape_(painter.look().drawing != nullptr ? painter.look().drawing->mark() : 0) {
    const ImVec4& thinnest = ImGui::GetIO().Fonts->TexUvLines[0];
    const ImVec4& widest = ImGui::GetIO().Fonts->TexUvLines[IM_DRAWLIST_TEX_LINES_WIDTH_MAX];
    lines_ = {{widest.x, thinnest.y}, {widest.z, widest.w}};
}

bool DrawnPart::isType(const ImDrawVert& vertex) const {
    if (vertex.uv.x == white_.x && vertex.uv.y == white_.y) return false;
    const bool is_line = vertex.uv.x >= lines_.min.x && vertex.uv.x <= lines_.max.x &&
                         vertex.uv.y >= lines_.min.y && vertex.uv.y <= lines_.max.y;
    return !is_line;
}

void DrawnPart::fadeSome(float share, bool of_type_alone) const {
    ImVector<ImDrawVert>& vertices = painter_.list().VtxBuffer;
    for (int k = first_; k < vertices.Size; ++k) {
        if (of_type_alone && !isType(vertices[k])) continue;
        vertices[k].col = faded(vertices[k].col, share);
    }
    if (VectorDrawing* const drawing = painter_.look().drawing) {
        drawing->fadeFrom(first_shape_, share, of_type_alone);
    }
}

}  // namespace lookback

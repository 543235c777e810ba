#include "app/look/stamp.h"

#include <algorithm>

namespace lookback {

void Stamp::learn(const ImDrawList& list, ImVec2 at, int first, int first_index) {
    // A full draw command ends where the next shape has no room: this one may stand in two.
    if (list._VtxCurrentIdx < static_cast<unsigned>(list.VtxBuffer.Size - first)) return;
    vertices_.assign(list.VtxBuffer.Data + first, list.VtxBuffer.Data + list.VtxBuffer.Size);
    for (ImDrawVert& vertex : vertices_) {
        vertex.pos = {vertex.pos.x - at.x, vertex.pos.y - at.y};
    }
    // ImGui counts the vertices of a draw command, not those of the list.
    const auto base = list._VtxCurrentIdx - static_cast<unsigned>(vertices_.size());
    for (int k = first_index; k < list.IdxBuffer.Size; ++k) {
        indices_.push_back(static_cast<ImDrawIdx>(list.IdxBuffer[k] - base));
    }
}

/// Most of what a frame writes is written here. The pointers are the function's own, so that the
/// compiler need not fear that what it writes is the list itself.
template <class Ink>
void Stamp::write(ImDrawList& list, ImVec2 at, Ink ink) const {
    list.PrimReserve(static_cast<int>(indices_.size()), static_cast<int>(vertices_.size()));
    const auto base = static_cast<ImDrawIdx>(list._VtxCurrentIdx);
    std::transform(indices_.begin(), indices_.end(), list._IdxWritePtr,
                   [base](ImDrawIdx index) { return static_cast<ImDrawIdx>(base + index); });
    std::transform(vertices_.begin(), vertices_.end(), list._VtxWritePtr,
                   [=](const ImDrawVert& vertex) {
                       return ImDrawVert{
                           {vertex.pos.x + at.x, vertex.pos.y + at.y}, vertex.uv, ink(vertex.col)};
                   });
    list._IdxWritePtr += indices_.size();
    list._VtxWritePtr += vertices_.size();
    list._VtxCurrentIdx += static_cast<unsigned>(vertices_.size());
}

void Stamp::copy(ImDrawList& list, ImVec2 at) const {
    write(list, at, [](Color learnt) { return learnt; });
}

void Stamp::copy(ImDrawList& list, ImVec2 at, Color color) const {
    const Color clear = color & ~IM_COL32_A_MASK;  // at the rim of smooth edges
    write(list, at, [=](Color learnt) { return (learnt & IM_COL32_A_MASK) != 0 ? color : clear; });
}

}  // namespace lookback

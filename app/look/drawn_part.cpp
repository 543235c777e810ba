#include "app/look/drawn_part.h"

#include "app/look/colormap.h"
#include "imgui_internal.h"

namespace lookback {

DrawnPart::DrawnPart(Painter& painter)
    : painter_(painter),
      white_(ImGui::GetIO().Fonts->TexUvWhitePixel),
      first_(painter.list().VtxBuffer.Size),
      first_text_(painter.look().probe != nullptr ? painter.look().probe->texts().size() : 0) {
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

void DrawnPart::fade(float share) const {
    ImVector<ImDrawVert>& vertices = painter_.list().VtxBuffer;
    for (int k = first_; k < vertices.Size; ++k) vertices[k].col = faded(vertices[k].col, share);
}

void DrawnPart::fadeType(float share) const {
    ImVector<ImDrawVert>& vertices = painter_.list().VtxBuffer;
    for (int k = first_; k < vertices.Size; ++k) {
        if (isType(vertices[k])) vertices[k].col = faded(vertices[k].col, share);
    }
}

}  // namespace lookback

#include "app/views/kept_frame.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"

namespace lookback {
namespace {

/// After so many frames ImGui has learnt how far a window reaches, and nothing waits for a next
/// frame any more.
constexpr int kSettling = 1;

/// Something is held, open, or being typed: any region may have to do with it.
bool handsOn() {
    const ImGuiContext& ui = *ImGui::GetCurrentContext();
    const auto any = [](const auto& buttons) {
        return std::find(std::begin(buttons), std::end(buttons), true) != std::end(buttons);
    };
    return ui.ActiveId != 0 || ui.OpenPopupStack.Size > 0 || any(ui.IO.MouseDown) ||
           any(ui.IO.MouseReleased);
}

ImDrawList& listOf(const char* region) { return *ImGui::FindWindowByName(region)->DrawList; }

}  // namespace

void KeptFrame::begin(const AppState& state, const Look& look) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const bool is_same = ground_ && ground_->edition == state.edition &&
                         ground_->build == look.fonts.build && ground_->theme == look.theme_id &&
                         ground_->scale == look.scale && ground_->width == size.x &&
                         ground_->height == size.y && ground_->view == state.view;
    is_same_ = is_same && !handsOn();
    if (is_same) return;
    ground_ = Ground{state.edition, look.fonts.build, state.view, look.theme_id,
                     look.scale,    size.x,           size.y};
}

bool KeptFrame::mayKeep(const char* region, const Rect& box) {
    const auto [at, is_new] = regions_.try_emplace(region);
    int& frames = at->second.frames_the_same;
    frames = is_same_ && !box.contains(ImGui::GetIO().MousePos) ? frames + 1 : 0;
    return frames > kSettling;
}

void KeptFrame::putAside(const char* region) {
    regions_.find(region)->second.aside.swapWith(listOf(region));
}

void KeptFrame::reach(const char* region) const {
    ImGui::GetCurrentWindow()->DC.CursorMaxPos = regions_.find(region)->second.end;
}

void KeptFrame::putBack(const char* region) {
    regions_.find(region)->second.aside.swapWith(listOf(region));
}

void KeptFrame::remember(const char* region) {
    regions_.find(region)->second.end = ImGui::GetCurrentWindow()->DC.CursorMaxPos;
}

void KeptFrame::Triangles::swapWith(ImDrawList& list) {
    commands.swap(list.CmdBuffer);
    indices.swap(list.IdxBuffer);
    vertices.swap(list.VtxBuffer);
    std::swap(in_command, list._VtxCurrentIdx);
    list._IdxWritePtr = list.IdxBuffer.Data + list.IdxBuffer.Size;
    list._VtxWritePtr = list.VtxBuffer.Data + list.VtxBuffer.Size;
}

}  // namespace lookback

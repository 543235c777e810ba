#include "app/views/shared/kept_frame.h"

#include <algorithm>
#include <utility>

#include "app/widgets/tooltip.h"

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

bool isSame(ImVec2 a, ImVec2 b) { return a.x == b.x && a.y == b.y; }

}  // namespace

ImGuiWindow* KeptWindow::window() {
    if (window_ == nullptr) window_ = ImGui::FindWindowByName(name_.c_str());
    return window_;
}

bool KeptWindow::wasShown() { return window() != nullptr && window_->WasActive; }

bool KeptWindow::isScrolling() {
    if (window() == nullptr) return false;
    const ImVec2 target = window_->ScrollTarget;
    return target.x < FLT_MAX || target.y < FLT_MAX;
}

void KeptWindow::putAside() {
    end_ = window()->DC.CursorMaxPos;
    aside_.swapWith(*window_->DrawList);
}

void KeptWindow::reach() const { window_->DC.CursorMaxPos = end_; }

void KeptWindow::putBack() { aside_.swapWith(*window_->DrawList); }

void KeptWindow::Triangles::swapWith(ImDrawList& list) {
    commands.swap(list.CmdBuffer);
    indices.swap(list.IdxBuffer);
    vertices.swap(list.VtxBuffer);
    std::swap(in_command, list._VtxCurrentIdx);
    list._IdxWritePtr = list.IdxBuffer.Data + list.IdxBuffer.Size;
    list._VtxWritePtr = list.VtxBuffer.Data + list.VtxBuffer.Size;
}

void KeptFrame::begin(const AppState& state, const Look& look) {
    const ImGuiContext& ui = *ImGui::GetCurrentContext();
    const ImVec2 size = ui.IO.DisplaySize;
    const bool has_tooltip = tooltip_.wasShown();
    pointer_before_ = std::exchange(pointer_, ui.IO.MousePos);
    // Until its time is over, and not where there is none after all.
    const bool waits = ui.HoverItemDelayIdPreviousFrame != 0 && !has_tooltip &&
                       ui.HoverItemDelayTimer - ui.IO.DeltaTime < ui.Style.HoverDelayShort;
    is_pointing_ = waits || !isSame(pointer_, pointer_before_) || ui.IO.MouseWheel != 0 ||
                   ui.IO.MouseWheelH != 0;
    holds_pointer_ = false;
    points_the_same_ =
        view_.hovered == state.view.hovered && view_.hovered_token == state.view.hovered_token;
    view_.hovered = state.view.hovered;
    view_.hovered_token = state.view.hovered_token;
    const Ground ground{state.edition, look.fonts.build, look.theme_id, look.scale,
                        size.x,        size.y,           has_tooltip};
    const bool is_same = ground == ground_ && view_ == state.view;
    is_same_ = is_same && !handsOn();
    if (is_same) return;
    ground_ = ground;
    view_ = state.view;
}

KeptWindow& KeptFrame::region(const char* name) {
    const auto found = regions_.find(name);
    return found != regions_.end() ? found->second : regions_.try_emplace(name, name).first->second;
}

bool KeptFrame::mayKeep(KeptWindow& region, const Rect& box, bool answers_pointing) const {
    const bool is_touched =
        is_pointing_ && (box.contains(pointer_) || box.contains(pointer_before_));
    const bool is_same =
        is_same_ && !is_touched && !region.isScrolling() && (points_the_same_ || !answers_pointing);
    region.frames_the_same = is_same ? region.frames_the_same + 1 : 0;
    return region.frames_the_same > kSettling;
}

void KeptFrame::holdPointer(ViewState& view) {
    ImGuiContext& ui = *ImGui::GetCurrentContext();
    if (ui.HoveredWindow != ui.CurrentWindow) return;
    holds_pointer_ = true;
    ui.HoverItemDelayId = ui.HoverItemDelayIdPreviousFrame;
    ImGui::SetMouseCursor(cursor_);
    view.hovered_next = view.hovered;
    view.hovered_token_next = view.hovered_token;
}

void KeptFrame::end(const Look& look) {
    if (holds_pointer_ && tooltip_.wasShown()) {
        tooltip_.putAside();
        if (beginTooltip(look, tooltip_.corner())) {
            tooltip_.reach();
            endTooltip();
        }
        tooltip_.putBack();
    }
    cursor_ = ImGui::GetMouseCursor();
}

}  // namespace lookback

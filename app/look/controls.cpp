#include "app/look/controls.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/look/look.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

bool isMenuOverControls() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

}  // namespace

void Controls::beginFrame() {
    drawn_.clear();
    holds_drag_ = false;
    label_.clear();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) enter(false);
}

bool Controls::endFrame() {
    const auto number = static_cast<int>(stops_.size());
    const bool is_on_control = at_ >= 0 && at_ < number;
    const ImGuiID id = is_on_control ? stops_[static_cast<std::size_t>(at_)].id : 0;
    const bool is_behind = at_ == number && number > 0;
    std::swap(stops_, drawn_);
    scrolls_to_ = false;
    if (is_behind) at_ = static_cast<int>(stops_.size());
    if (!is_on_control) return false;
    sortStops();
    const auto found = std::find_if(stops_.begin(), stops_.end(),
                                    [id](const Stop& stop) { return stop.id == id; });
    if (found == stops_.end()) {
        // The focused control is gone, for instance by its own click: Tab goes on at its place.
        at_ = std::min(at_, static_cast<int>(stops_.size())) - 1;
        return false;
    }
    at_ = static_cast<int>(found - stops_.begin());
    if (found->is_field || ImGui::GetIO().WantTextInput || isMenuOverControls()) return false;
    const bool is_pressed = ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
                            ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false) ||
                            ImGui::IsKeyPressed(ImGuiKey_Space, false);
    if (is_pressed) ImGui::ActivateItemByID(id);
    return is_pressed;
}

bool Controls::add(std::string_view label, bool is_field) {
    const ImGuiWindow& part = *ImGui::GetCurrentWindow()->RootWindow;
    const ImGuiID id = ImGui::GetItemID();
    const bool is_here = isAt(id);
    if (is_here) label_ = label.substr(0, label.find("##"));
    if (is_here && scrolls_to_) ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
    drawn_.push_back({id, part.Pos, is_field});
    return is_here;
}

void Controls::sortStops() {
    std::stable_sort(stops_.begin(), stops_.end(), [](const Stop& a, const Stop& b) {
        return std::tie(a.corner.y, a.corner.x) < std::tie(b.corner.y, b.corner.x);
    });
}

TabGoes Controls::move(bool back) {
    sortStops();
    const auto number = static_cast<int>(stops_.size());
    at_ = std::clamp(back && at_ == kBefore ? kBefore : at_ + (back ? -1 : 1), kBefore, number);
    ImGui::ClearActiveID();
    if (at_ == kBefore || at_ == number) return TabGoes::out;
    scrolls_to_ = true;
    const Stop& stop = stops_[static_cast<std::size_t>(at_)];
    if (stop.is_field) {
        ImGui::ActivateItemByID(stop.id);
        ImGui::GetCurrentContext()->NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
    }
    return TabGoes::to_control;
}

bool addTabStop(const Look& look, std::string_view label, bool is_field) {
    const ImGuiWindow& window = *ImGui::GetCurrentWindow();
    const bool is_menu = (window.RootWindow->Flags & ImGuiWindowFlags_Popup) != 0;
    return !is_menu && look.controls->add(label, is_field);
}

void markDragged(const Look& look) {
    if (ImGui::IsItemActive()) look.controls->holdDrag();
}

}  // namespace lookback

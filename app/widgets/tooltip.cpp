#include "app/widgets/tooltip.h"

#include <algorithm>

#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kMostWidth = 290;  ///< of its words
constexpr ImVec2 kPad{10, 7};
constexpr float kGap = 6;  ///< to the item, and to the end of the screen

float mostWidth(const Look& look) {
    return std::min(look.px(kMostWidth), ImGui::GetIO().DisplaySize.x - 2 * look.px(kPad.x + kGap));
}

/// Of these words, broken into lines.
ImVec2 sizeOf(const Look& look, std::string_view words) {
    ImFont* const font = look.fonts.small_text;
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, mostWidth(look), words.data(),
                               words.data() + words.size());
}

bool isInMenu() { return (ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_Popup) != 0; }

/// Where a tooltip beside the panel begins; outside the screen where it has no room.
float xBesidePanel(float gap, float width) {
    const ImRect panel = ImGui::GetCurrentWindow()->Rect();
    const bool is_left = panel.GetCenter().x < ImGui::GetIO().DisplaySize.x / 2;
    return is_left ? panel.Max.x + gap : panel.Min.x - gap - width;
}

/// The corner of a tooltip of this size.
ImVec2 placeFor(const Look& look, const Rect& item, ImVec2 size, TooltipPlace place) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float gap = look.px(kGap);
    ImVec2 at{item.min.x, item.max.y + gap};
    const float beside = xBesidePanel(gap, size.x);
    if (place == TooltipPlace::beside_panel && beside > 0 && beside + size.x < screen.x) {
        at = {beside, std::min(item.min.y, screen.y - gap - size.y)};
    } else if (isInMenu()) {
        at = {item.max.x + gap, item.min.y};
        if (at.x + size.x + gap > screen.x) at.x = item.min.x - gap - size.x;
        at.y = std::min(at.y, screen.y - gap - size.y);
    } else if (at.y + size.y + gap > screen.y) {
        at.y = item.min.y - gap - size.y;
    }
    return {std::floor(std::max(gap, std::min(at.x, screen.x - gap - size.x))),
            std::floor(std::max(gap, at.y))};
}

}  // namespace

bool wantsTooltip() {
    return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled | ImGuiHoveredFlags_DelayShort |
                                ImGuiHoveredFlags_Stationary);
}

void showTooltip(const Look& look, const Rect& item, std::string_view words, std::string_view pale,
                 TooltipPlace place) {
    const ImVec2 first = sizeOf(look, words);
    const ImVec2 second = pale.empty() ? ImVec2{0, 0} : sizeOf(look, pale);
    const float between = pale.empty() ? 0 : ImGui::GetStyle().ItemSpacing.y;
    const ImVec2 size{std::max(first.x, second.x) + 2 * look.px(kPad.x),
                      first.y + between + second.y + 2 * look.px(kPad.y)};
    if (!beginTooltip(look, placeFor(look, item, size, place))) return;
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    if (!pale.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, look.colors().soft);
        ImGui::TextUnformatted(pale.data(), pale.data() + pale.size());
        ImGui::PopStyleColor();
    }
    endTooltip();
}

void tooltip(const Look& look, std::string_view words, TooltipPlace place) {
    if (words.empty() || !wantsTooltip()) return;
    const ImVec2 min = ImGui::GetItemRectMin();
    showTooltip(look, {min, ImGui::GetItemRectMax()}, words, {}, place);
}

bool beginTooltip(const Look& look, ImVec2 at) {
    ImGui::SetNextWindowPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(kPad.x), look.px(kPad.y)});
    const bool is_open = ImGui::BeginTooltip();
    ImGui::PopStyleVar();
    if (!is_open) return false;
    ImGui::PushFont(look.fonts.small_text);
    ImGui::PushTextWrapPos(look.px(kPad.x) + mostWidth(look));
    return true;
}

void endTooltip() {
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
}

}  // namespace lookback

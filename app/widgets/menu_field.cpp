#include "app/widgets/menu_field.h"

#include <algorithm>

#include "app/look/painter.h"
#include "app/widgets/tooltip.h"
#include "imgui_stdlib.h"

namespace lookback {

bool menuField(const Look& look, const Rect& box, const MenuField& field, std::string& text) {
    const Theme& c = look.colors();
    ImGui::SetCursorScreenPos(box.min);
    ImGui::SetNextItemWidth(box.width());
    ImGui::PushFont(field.font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {look.px(7), std::max(0.0f, (box.height() - ImGui::GetFontSize()) / 2)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, c.panel);
    ImGui::InputText(field.label, &text, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    const bool is_typing = ImGui::IsItemActive();
    const bool is_entered = ImGui::IsItemDeactivatedAfterEdit();
    const bool is_marked = is_typing || ImGui::IsItemFocused();
    const std::string fault = is_typing || is_entered ? field.fault(text) : "";
    const Color frame = is_typing && !fault.empty() ? c.bad : is_marked ? c.query : c.line;
    Painter(look).outline(box, frame, look.px(5), std::max(1.0f, look.px(is_marked ? 1.5f : 1)));
    if (is_typing && !fault.empty()) {
        showTooltip(look, box, fault);
    } else if (!is_typing) {
        tooltip(look, field.tooltip);
    }
    return is_entered && fault.empty();
}

}  // namespace lookback

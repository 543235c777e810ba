#include "app/widgets/text_field.h"

#include <algorithm>

#include "imgui_internal.h"
#include "imgui_stdlib.h"

namespace lookback {
FieldEvents textField(Painter& painter, const Rect& box, const char* label, std::string& text,
                      ImFont* font, bool fresh) {
    const Look& look = painter.look();
    ImGui::SetCursorScreenPos(box.min);
    ImGui::PushItemWidth(box.width());
    ImGui::PushFont(font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {look.px(6), std::max(0.0f, (box.height() - font->FontSize) / 2)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, look.colors().panel);
    if (fresh) {
        // A key may have asked for the field while another window had the keyboard.
        ImGui::FocusWindow(ImGui::GetCurrentWindow());
        ImGui::SetKeyboardFocusHere();
    }
    FieldEvents events;
    events.entered = ImGui::InputText(
        label, &text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    events.edited = ImGui::IsItemEdited();
    // The windows have no keyboard navigation, so Tab does not leave the field by itself.
    events.tabbed = ImGui::IsItemActive() && ImGui::IsKeyPressed(ImGuiKey_Tab);
    events.tabbed_back = events.tabbed && ImGui::GetIO().KeyShift;
    if (events.tabbed) ImGui::ClearActiveID();
    const bool ended = !fresh && ImGui::IsItemDeactivated() && !events.entered && !events.tabbed;
    painter.outline(box, look.colors().query, look.px(5), std::max(1.0f, look.px(1.5f)));
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::PopItemWidth();
    if (ended) {
        events.cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape);
        events.left = !events.cancelled;
    }
    return events;
}

}  // namespace lookback

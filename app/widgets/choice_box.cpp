#include "app/widgets/choice_box.h"

#include "app/widgets/tooltip.h"
#include "imgui_internal.h"

namespace lookback {

bool choiceBox(Painter& painter, const Rect& box, const ChoiceBox& choice) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    ImGui::SetCursorScreenPos(box.min);
    const bool is_clicked = ImGui::InvisibleButton(choice.label, {box.width(), box.height()});
    const bool is_hovered = ImGui::IsItemHovered();
    const bool is_marked =
        ImGui::IsItemFocused() && !ImGui::GetCurrentContext()->NavDisableHighlight;
    if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const float radius = look.px(7);
    if (is_marked || (choice.is_chosen && !choice.is_framed)) {
        painter.fill(box, c.chip, radius);
    } else if (is_hovered) {
        painter.fill(box, c.hover, radius);
    }
    if (choice.is_framed) {
        painter.outline(box, choice.is_chosen ? c.ink : c.line, radius,
                        choice.is_chosen ? look.px(2) : std::max(1.0f, std::floor(look.scale)));
    }
    if (is_marked && !choice.is_framed) {
        painter.outline(box, c.query, radius, std::max(1.0f, look.px(1.5f)));
    }
    tooltip(look, choice.tooltip);
    return is_clicked;
}

void radioSign(Painter& painter, const Rect& box, bool is_chosen) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    ImDrawList& list = painter.list();
    if (is_chosen) {
        list.AddCircleFilled(box.center(), look.px(7), c.query);
        list.AddCircleFilled(box.center(), look.px(3), c.panel);
    } else {
        list.AddCircle(box.center(), look.px(6.5f), c.soft, 0, std::max(1.0f, look.px(1.2f)));
    }
}

}  // namespace lookback

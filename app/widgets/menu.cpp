#include "app/widgets/menu.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/look/characters.h"
#include "app/look/painter.h"
#include "app/widgets/button.h"
#include "app/widgets/line_breaks.h"
#include "app/widgets/tooltip.h"
#include "imgui_internal.h"
#include "imgui_stdlib.h"

namespace lookback {
namespace {

constexpr float kEdge = 4;            ///< to the ends of the screen, and to the button
constexpr float kMenuPad = 8;         ///< around the rows
constexpr float kIndent = 16;         ///< of rows that belong to the one above
constexpr float kBesideFrom = 900;    ///< widths of windows with room for menus beside menus
constexpr float kDetailFrom = 360;    ///< widths of menus with room for details beside labels
constexpr float kLabelShare = 0.62f;  ///< of that width, where there are both

bool standsBeside(const Look& look) { return ImGui::GetIO().DisplaySize.x >= look.px(kBesideFrom); }

float widthOf(std::string_view text) {
    return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x;
}

/// Returns the largest width of the words of a row, without the place of the tick.
float rowWidth(const Look& look) {
    return menuWidth(look) - 3 * ImGui::GetStyle().ItemSpacing.x - 1.2f * ImGui::GetFontSize();
}

std::string rowLines(const Look& look, std::string_view text, float width) {
    return inLines(look.fonts.text, composed(text), width);
}

/// The words of a row and the detail to the right of them.
struct Row {
    std::string label;  ///< broken into lines, with an id that does not depend on the breaks
    std::string detail;
};

Row setRow(const Look& look, std::string_view label, std::string_view detail) {
    const float width = rowWidth(look);
    const bool has_two = width >= look.px(kDetailFrom);
    const float room = has_two ? width * kLabelShare : width;
    const bool is_beside = has_two && widthOf(detail) <= width - room;
    Row row{rowLines(look, shownPart(label), room), ""};
    if (is_beside) {
        row.detail = detail;
    } else if (!detail.empty()) {
        row.label += '\n' + rowLines(look, detail, room);
    }
    const std::size_t id = label.find("###");
    row.label +=
        id != std::string_view::npos ? std::string(label.substr(id)) : "###" + std::string(label);
    return row;
}

/// Returns true in the frame in which Esc goes down, to the first caller only, so that one press
/// closes one menu.
bool takeEscape() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    // While a field is edited, Esc restores its number.
    if (g.ActiveId != 0 || g.ActiveIdPreviousFrame != 0) return false;
    if (!ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return false;
    ImGui::SetKeyOwner(ImGuiKey_Escape, ImGuiKeyOwner_Any, ImGuiInputFlags_LockThisFrame);
    return true;
}

/// Marks the row of the keyboard, so that a resting pointer opens no submenu.
void markRow() {
    ImGuiContext& g = *ImGui::GetCurrentContext();
    g.NavDisableHighlight = false;
    g.NavDisableMouseHover = true;
}

/// Returns the size that an open popup will have in this frame.
ImVec2 nextSize(const char* id) {
    std::array<char, 20> name{};
    ImFormatString(name.data(), name.size(), "##Popup_%08x", ImGui::GetID(id));
    ImGuiWindow* const window = ImGui::FindWindowByName(name.data());
    return window != nullptr ? ImGui::CalcWindowNextAutoFitSize(window) : ImVec2();
}

/// Returns the x of a menu at the end of the screen where it covers less of its subject; the left
/// one where both cover the same.
float beside(const Rect& subject, float width, float screen) {
    const float covered_left = std::min(width, subject.max.x) - subject.min.x;
    const float covered_right = subject.max.x - std::max(screen - width, subject.min.x);
    return std::max(covered_right, 0.0f) < std::max(covered_left, 0.0f) ? screen : 0;
}

/// Returns the x of a menu: below its anchor, or at an end of the screen beside its subject. A menu
/// stays there until it closes, while its subject grows and moves. @param width of the menu, 0
/// before its first frame
float placeOf(const char* id, const Rect& anchor, const Rect& subject, float width, float screen) {
    enum Place : int { undecided, anchored, at_left, at_right };
    ImGui::PushID(id);
    int& place = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("place"), undecided);
    ImGui::PopID();
    if (!ImGui::IsPopupOpen(id)) place = undecided;
    int now = place;
    if (now == undecided) {
        const bool is_right = subject.width() > 0 && beside(subject, width, screen) > 0;
        now = subject.width() == 0 ? anchored : is_right ? at_right : at_left;
        if (width > 0) place = now;
    }
    return now == anchored ? anchor.min.x : now == at_right ? screen : 0;
}

/// Returns the stored index of the unfolded row of the menu here.
int& unfoldedHere() {
    const ImGuiWindow* const window = ImGui::GetCurrentWindow();
    return *window->DC.StateStorage->GetIntRef(window->IDStack.back());
}

}  // namespace

bool menuField(const Look& look, const Rect& box, const MenuField& field, std::string& text) {
    const Theme& c = look.colors();
    ImGui::SetCursorScreenPos(box.min);
    ImGui::SetNextItemWidth(box.width());
    ImGui::PushFont(field.font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        {look.px(7), std::max(0.0f, (box.height() - ImGui::GetFontSize()) / 2)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, c.panel);
    ImGui::InputText(field.label, &text, ImGuiInputTextFlags_AutoSelectAll);
    Painter(look).recordField(text);
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

float menuWidth(const Look& look) {
    const float indent = ImGui::GetCursorScreenPos().x - ImGui::GetWindowPos().x;
    return ImGui::GetIO().DisplaySize.x - 2 * look.px(kEdge) - indent - look.px(kMenuPad) -
           ImGui::GetStyle().ScrollbarSize;
}

bool beginMenu(const Look& look, const char* id, const Rect& anchor, bool by_key,
               const Rect& subject) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float edge = look.px(kEdge);
    ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x - 2 * edge, screen.y - 2 * edge});
    // The position must be set before the popup begins: it clips its contents by it.
    const ImVec2 size = nextSize(id);
    const float wished = placeOf(id, anchor, subject, size.x, screen.x);
    ImGui::SetNextWindowPos(
        {std::max(edge, std::min(wished, screen.x - edge - size.x)),
         std::max(edge, std::min(anchor.max.y + edge, screen.y - edge - size.y))});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(kMenuPad), look.px(kMenuPad)});
    ImGui::PushStyleColor(ImGuiCol_HeaderHovered, look.colors().chip);
    ImGui::PushFont(look.fonts.text);
    if (!ImGui::BeginPopup(id)) {
        ImGui::PopFont();
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
        return false;
    }
    if (ImGui::IsWindowAppearing()) ImGui::GetStateStorage()->Clear();
    if (by_key) {
        ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
        markRow();
    }
    // The menu owns Esc. ImGui would close a submenu at the beginning of the frame, and its row,
    // drawn afterwards, would open it again under a resting pointer.
    if (ImGui::GetCurrentContext()->ActiveId == 0) {
        ImGui::SetKeyOwner(ImGuiKey_Escape, ImGui::GetCurrentWindow()->ID);
    }
    return true;
}

void endMenu() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    if (takeEscape()) {
        const int innermost = g.OpenPopupStack.Size - 1;
        ImGui::ClosePopupToLevel(innermost, true);
        if (innermost >= g.BeginPopupStack.Size) markRow();
    }
    ImGui::EndPopup();
    ImGui::PopFont();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

void closeMenus() { ImGui::ClosePopupToLevel(0, true); }

bool menuItem(const Look& look, std::string_view label, const MenuItemOptions& options) {
    const Row row = setRow(look, label, options.detail);
    ImGui::PushItemFlag(ImGuiItemFlags_SelectableDontClosePopup, options.stays);
    const bool is_chosen =
        ImGui::MenuItem(row.label.c_str(), row.detail.c_str(), options.chosen, options.enabled);
    ImGui::PopItemFlag();
    return is_chosen;
}

void menuHeading(const Look& look, std::string_view words) {
    ImGui::TextDisabled("%s", rowLines(look, words, rowWidth(look)).c_str());
}

bool beginSubmenu(const Look& look, std::string_view label) {
    if (standsBeside(look)) {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const float edge = look.px(kEdge);
        ImGui::SetNextWindowSizeConstraints({0, 0}, {screen.x - 2 * edge, screen.y - 2 * edge});
        return ImGui::BeginMenu(setRow(look, label, "").label.c_str());
    }
    const ImGuiID id = ImGui::GetID(setRow(look, label, "").label.c_str());
    int& unfolded = unfoldedHere();
    const bool is_open = unfolded == static_cast<int>(id);
    const ImGuiKey turning = is_open ? ImGuiKey_LeftArrow : ImGuiKey_RightArrow;
    if (menuItem(look, label, {.detail = is_open ? "\u25B2" : "\u25BC", .stays = true}) ||
        (ImGui::IsItemFocused() && ImGui::IsKeyPressed(turning))) {
        unfolded = is_open ? 0 : static_cast<int>(id);
    }
    if (!is_open) return false;
    ImGui::PushID(static_cast<int>(id));
    ImGui::Indent(look.px(kIndent));
    return true;
}

void endSubmenu(const Look& look) {
    if (standsBeside(look)) return ImGui::EndMenu();
    ImGui::Unindent(look.px(kIndent));
    ImGui::PopID();
    if (takeEscape()) unfoldedHere() = 0;
}

}  // namespace lookback

#include "app/widgets/button.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/look/theme.h"
#include "app/widgets/tooltip.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kButtonSide = 13;
constexpr float kDisabled = 0.6f;  ///< share of the ground in the ink of a disabled button
constexpr std::string_view kMenuSign = "\u25BE";

struct Pressed {
    bool clicked = false;
    bool hovered = false;
    bool held = false;
    bool marked = false;  ///< by the keyboard
};

/// True where the item just made has the focus of ImGui.
bool isMarked() {
    const bool has_keyboard =
        (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    return has_keyboard && ImGui::IsItemFocused() &&
           !ImGui::GetCurrentContext()->NavDisableHighlight;
}

/// Draws the frame of a focused button.
void mark(Painter& painter, const Rect& box) {
    const Look& look = painter.look();
    painter.outline(box, look.colors().query, look.px(7), std::max(1.0f, look.px(2)));
}

Pressed press(const Look& look, const Rect& box, const char* label, bool enabled) {
    ImGui::SetCursorScreenPos(box.min);
    ImGui::BeginDisabled(!enabled);
    Pressed pressed;
    pressed.clicked = ImGui::InvisibleButton(label, {box.width(), box.height()});
    pressed.hovered = enabled && ImGui::IsItemHovered();
    pressed.held = ImGui::IsItemActive();
    pressed.marked = enabled && (addTabStop(look, label) || isMarked());
    ImGui::EndDisabled();
    if (pressed.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return pressed;
}

}  // namespace

bool choiceBox(Painter& painter, const Rect& box, const ChoiceBox& choice) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    ImGui::SetCursorScreenPos(box.min);
    const bool is_clicked = ImGui::InvisibleButton(choice.label, {box.width(), box.height()});
    const bool is_hovered = ImGui::IsItemHovered();
    const bool has_keyboard = addTabStop(look, choice.label);
    const bool is_marked = has_keyboard || (ImGui::IsItemFocused() &&
                                            !ImGui::GetCurrentContext()->NavDisableHighlight);
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
    if (has_keyboard || (is_marked && !choice.is_framed)) {
        painter.outline(box, c.query, radius, std::max(1.0f, look.px(1.5f)));
    }
    tooltip(look, choice.tooltip);
    return is_clicked;
}

void radioSign(Painter& painter, const Rect& box, bool is_chosen) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    if (is_chosen) {
        painter.disc(box.center(), look.px(7), c.query);
        painter.disc(box.center(), look.px(3), c.panel);
    } else {
        painter.circle(box.center(), look.px(6.5f), c.soft, std::max(1.0f, look.px(1.2f)));
    }
}

std::string_view shownPart(std::string_view label) { return label.substr(0, label.find("##")); }

float buttonWidth(const Painter& painter, std::string_view text, const ButtonOptions& options) {
    const Look& look = painter.look();
    ImFont* font = options.font != nullptr ? options.font : look.fonts.text;
    const float sign = options.menu ? painter.width(font, kMenuSign) + look.px(5) : 0;
    return std::ceil(painter.width(font, shownPart(text)) + sign + 2 * look.px(kButtonSide));
}

bool button(Painter& painter, const Rect& box, const char* label, const ButtonOptions& options) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    const Pressed pressed = press(look, box, label, options.enabled);
    const bool strong = options.kind == ButtonKind::strong;
    const float radius = look.px(7);
    Color ground = strong ? c.strong : c.panel;
    if (pressed.hovered) ground = strong ? mix(c.strong, c.soft, 0.3f) : c.hover;
    if (pressed.held) ground = mix(ground, c.soft, 0.15f);
    painter.fill(box, ground, radius);
    if (!strong) painter.outline(box, c.line, radius, std::max(1.0f, std::floor(look.scale)));
    Color ink = strong ? c.on_strong : options.kind == ButtonKind::dashed ? c.soft : c.ink;
    if (!options.enabled) ink = mix(ink, ground, kDisabled);
    ImFont* font = options.font != nullptr ? options.font : look.fonts.text;
    Rect inner = box;
    if (options.menu) {
        inner = box.inset(look.px(kButtonSide), 0);
        painter.text(font, ink, inner, kMenuSign, Align::right);
        inner.max.x -= painter.width(font, kMenuSign) + look.px(5);
        painter.text(font, ink, inner, cutInMiddle(painter, font, shownPart(label), inner.width()));
    } else {
        painter.text(font, ink, inner, shownPart(label), Align::center);
    }
    if (pressed.marked) mark(painter, box);
    tooltip(look, options.tooltip);
    return pressed.clicked;
}

float segmentedWidth(const Painter& painter, std::span<const char* const> labels) {
    float width = 0;
    for (const char* label : labels) width += buttonWidth(painter, label);
    return width;
}

int segmented(Painter& painter, ImVec2 at, float height, std::span<const char* const> labels,
              int chosen, std::span<const char* const> tooltips, bool enabled) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    const float radius = look.px(7);
    const Rect frame = Rect::at(at, {segmentedWidth(painter, labels), height});
    painter.fill(frame, c.panel, radius);
    int clicked = -1;
    float x = at.x;
    std::optional<Rect> marked;
    for (std::size_t k = 0; k < labels.size(); ++k) {
        const Rect box = Rect::at({x, at.y}, {buttonWidth(painter, labels[k]), height});
        const Pressed pressed = press(look, box, labels[k], enabled);
        if (pressed.marked) marked = box;
        if (k < tooltips.size()) tooltip(look, tooltips[k]);
        if (pressed.clicked) clicked = static_cast<int>(k);
        const bool is_chosen = static_cast<int>(k) == chosen;
        const bool is_last = k + 1 == labels.size();
        const ImDrawFlags corners = k == 0 && is_last ? ImDrawFlags_RoundCornersAll
                                    : k == 0          ? ImDrawFlags_RoundCornersLeft
                                    : is_last         ? ImDrawFlags_RoundCornersRight
                                                      : ImDrawFlags_RoundCornersNone;
        const Color strong = enabled ? c.strong : mix(c.strong, c.panel, kDisabled);
        if (is_chosen || pressed.hovered) {
            painter.fill(box, is_chosen ? strong : c.hover, radius, corners);
        }
        Color ink = is_chosen ? c.on_strong : c.ink;
        if (!enabled && !is_chosen) ink = mix(ink, c.panel, kDisabled);
        painter.text(look.fonts.text, ink, box, shownPart(labels[k]), Align::center);
        x = box.max.x;
    }
    painter.outline(frame, c.line, radius, std::max(1.0f, std::floor(look.scale)));
    if (marked) mark(painter, *marked);
    return clicked;
}

}  // namespace lookback

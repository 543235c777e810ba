#include "app/widgets/fields.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/widgets/button.h"
#include "app/widgets/line_breaks.h"
#include "imgui_internal.h"
#include "imgui_stdlib.h"

namespace lookback {
namespace {

constexpr float kNumberFieldHeight = 30;
constexpr float kNumberFieldText = 104;  ///< width of a number of any size
constexpr float kCounter = 56;           ///< width of a whole number
constexpr float kNumberFieldGap = 6;

float widthWithLabel(const Painter& painter, std::string_view label, float width) {
    const Look& look = painter.look();
    return width + look.px(kNumberFieldGap) + painter.width(look.fonts.text, label);
}

float stepperItself(const Look& look) {
    return look.px(2 * kNumberFieldHeight + kCounter + 2 * kNumberFieldGap);
}

constexpr float kAreaSide = 8;
constexpr float kAreaAbove = 7;

struct AreaWidth {
    ImFont* font;
    float width;
};

/// Puts a line feed in place of the space at which a line ends; all other line ends become spaces.
/// The text keeps its length, and so the place of the caret.
void breakLines(char* text, std::size_t length, const AreaWidth& area) {
    std::replace(text, text + length, '\n', ' ');
    for (const std::string_view line : brokenLines(area.font, {text, length}, area.width)) {
        char* const end = text + (line.data() + line.size() - text);
        if (end < text + length && *end == ' ') *end = '\n';
    }
}

/// Breaks the lines anew after an edit. Ctrl+Enter is left to the keys of the window.
int editArea(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
        return data->EventChar == '\n' && ImGui::IsKeyPressed(ImGuiKey_Enter) ? 1 : 0;
    }
    breakLines(data->Buf, static_cast<std::size_t>(data->BufTextLen),
               *static_cast<const AreaWidth*>(data->UserData));
    data->BufDirty = true;
    return 0;
}

/// Draws the frame of a field and tells how it ended.
FieldEvents endField(Painter& painter, const Rect& box, FieldEvents events, bool fresh,
                     bool is_marked) {
    const Look& look = painter.look();
    events.edited = ImGui::IsItemEdited();
    addTabStop(look, "", true);
    // The windows have no keyboard navigation, so Tab does not leave the field by itself.
    events.tabbed = ImGui::IsItemActive() && ImGui::IsKeyPressed(ImGuiKey_Tab);
    events.tabbed_back = events.tabbed && ImGui::GetIO().KeyShift;
    if (events.tabbed) ImGui::ClearActiveID();
    const bool ended = !fresh && ImGui::IsItemDeactivated() && !events.entered && !events.tabbed;
    const Theme& c = look.colors();
    painter.outline(box, is_marked ? c.query : c.line, look.px(5),
                    std::max(1.0f, look.px(is_marked ? 1.5f : 1)));
    if (ended) {
        events.cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape);
        events.left = !events.cancelled;
    }
    return events;
}

/// A row of a number with its label: beside the number, or above it where the row is too narrow.
class NumberRow {
public:
    NumberRow(const Look& look, std::string_view label, float width)
        : look_(look),
          painter_(look),
          id_("##" + std::string(label)),
          label_(shownPart(label)),
          at_(ImGui::GetCursorScreenPos()) {
        const float beside = widthWithLabel(painter_, label_, width);
        const float room =
            ImGui::GetIO().DisplaySize.x - look.px(40) - (at_.x - ImGui::GetWindowPos().x);
        is_above_ = beside > room;
        size_ = {is_above_ ? room : beside, look.px(kNumberFieldHeight)};
        if (is_above_) {
            painter_.textFitted(look.fonts.text, look.colors().soft, Rect::at(at_, {room, size_.y}),
                                label_);
            size_.y *= 2;
        }
        x_ = at_.x;
    }

    [[nodiscard]] bool press(const std::string& label, bool enabled, std::string_view tip) {
        return button(painter_, next(look_.px(kNumberFieldHeight)), label.c_str(),
                      {.enabled = enabled, .tooltip = tip});
    }

    /// @param shown the number as the field shows it
    /// @return true in the frame in which another number is entered
    template <class Draw>
    [[nodiscard]] bool type(float width, const std::string& shown, Draw draw) {
        const Rect box = next(width);
        const Theme& c = look_.colors();
        ImGui::SetCursorScreenPos(box.min);
        ImGui::SetNextItemWidth(box.width());
        ImGui::PushStyleVar(
            ImGuiStyleVar_FramePadding,
            {look_.px(7), std::max(0.0f, (box.height() - ImGui::GetFontSize()) / 2)});
        ImGui::PushStyleColor(ImGuiCol_FrameBg, c.panel);
        draw(id_.c_str());
        painter_.recordField(shown);
        const bool is_marked = ImGui::IsItemActive() || ImGui::IsItemFocused();
        painter_.outline(box, is_marked ? c.query : c.line, look_.px(5),
                         std::max(1.0f, look_.px(is_marked ? 1.5f : 1)));
        ImGui::PopStyleColor();
        ImGui::PopStyleVar();
        return ImGui::IsItemDeactivatedAfterEdit();
    }

    void end() {
        if (!is_above_) {
            painter_.text(look_.fonts.text, look_.colors().ink,
                          {{x_, at_.y}, {at_.x + size_.x, at_.y + size_.y}}, label_);
        }
        ImGui::SetCursorScreenPos(at_);
        ImGui::Dummy(size_);
    }

private:
    Rect next(float width) {
        const float y = at_.y + size_.y - look_.px(kNumberFieldHeight);
        const Rect box = Rect::at({x_, y}, {width, look_.px(kNumberFieldHeight)});
        x_ = box.max.x + look_.px(kNumberFieldGap);
        return box;
    }

    const Look& look_;
    Painter painter_;
    std::string id_;
    std::string_view label_;
    ImVec2 at_;
    ImVec2 size_;
    bool is_above_ = false;
    float x_ = 0;
};

}  // namespace

FieldEvents textField(Painter& painter, const Rect& box, const char* label, std::string& text,
                      ImFont* font, bool fresh, bool is_waiting) {
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
    painter.recordField(text);
    events = endField(painter, box, events, fresh, is_waiting || fresh || ImGui::IsItemActive());
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::PopItemWidth();
    return events;
}

float textAreaHeight(const Look& look, std::string_view text, float width, std::size_t least) {
    ImFont* const font = look.fonts.text;
    const auto lines = brokenLines(font, text, width - 2 * look.px(kAreaSide)).size();
    return static_cast<float>(std::max(lines, least)) * font->FontSize + 2 * look.px(kAreaAbove) +
           2;
}

FieldEvents textArea(Painter& painter, const Rect& box, const char* label, std::string& text,
                     bool fresh) {
    const Look& look = painter.look();
    AreaWidth area{look.fonts.text, box.width() - 2 * look.px(kAreaSide)};
    ImGui::SetCursorScreenPos(box.min);
    ImGui::PushFont(area.font);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(kAreaSide), look.px(kAreaAbove)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, look.colors().panel);
    if (fresh) {
        ImGui::FocusWindow(ImGui::GetCurrentWindow());
        ImGui::SetKeyboardFocusHere();
    }
    std::string broken = text;
    breakLines(broken.data(), broken.size(), area);
    ImGui::InputTextMultiline(label, &broken, {box.width(), box.height()},
                              ImGuiInputTextFlags_CtrlEnterForNewLine |
                                  ImGuiInputTextFlags_CallbackEdit |
                                  ImGuiInputTextFlags_CallbackCharFilter,
                              editArea, &area);
    painter.recordField(broken);
    const FieldEvents events = endField(painter, box, {}, fresh, ImGui::IsItemActive());
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    if (events.edited) {
        std::replace(broken.begin(), broken.end(), '\n', ' ');
        text = broken;
    }
    return events;
}

FieldEvents codeArea(Painter& painter, const Rect& box, const char* label, std::string& text,
                     bool fresh) {
    const Look& look = painter.look();
    ImGui::SetCursorScreenPos(box.min);
    ImGui::PushFont(look.fonts.mono);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(12), look.px(10)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, look.colors().inset);
    if (fresh) {
        ImGui::FocusWindow(ImGui::GetCurrentWindow());
        ImGui::SetKeyboardFocusHere();
    }
    FieldEvents events;
    events.entered = ImGui::InputTextMultiline(label, &text, {box.width(), box.height()},
                                               ImGuiInputTextFlags_EnterReturnsTrue);
    painter.recordField(text);
    // ImGui takes the scope of the field's inner window, from which Tab does not lead out.
    ImGuiContext& g = *ImGui::GetCurrentContext();
    if (g.NavId == ImGui::GetItemID()) g.NavFocusScopeId = g.CurrentFocusScopeId;
    events = endField(painter, box, events, fresh, ImGui::IsItemActive());
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    return events;
}

std::optional<double> numberField(const Look& look, std::string_view label, double value) {
    NumberRow row(look, label, look.px(kNumberFieldText));
    const std::string shown = fmt::format("{:g}", value);
    const bool is_entered = row.type(look.px(kNumberFieldText), shown, [&](const char* id) {
        ImGui::InputDouble(id, &value, 0, 0, "%g", ImGuiInputTextFlags_AutoSelectAll);
    });
    row.end();
    return is_entered && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

float stepperWidth(const Look& look, std::string_view label) {
    return std::ceil(widthWithLabel(Painter(look), label, stepperItself(look)));
}

std::optional<Index> stepper(const Look& look, std::string_view label, Index value, Index least,
                             Index most, const StepperTips& tips) {
    const std::string name(label);
    int typed = static_cast<int>(value);
    NumberRow row(look, label, stepperItself(look));
    std::optional<Index> changed;
    if (row.press("\u2212##less " + name, value > least, tips.less)) changed = value - 1;
    if (row.type(look.px(kCounter), std::to_string(typed), [&](const char* id) {
            ImGui::InputInt(id, &typed, 0, 0, ImGuiInputTextFlags_AutoSelectAll);
        })) {
        changed = std::clamp<Index>(typed, least, most);
    }
    if (row.press("+##more " + name, value < most, tips.more)) changed = value + 1;
    row.end();
    return changed;
}

}  // namespace lookback

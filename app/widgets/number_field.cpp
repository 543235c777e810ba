#include "app/widgets/number_field.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/button.h"

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

/// A row from left to right; where the label has no room beside the number it stands above.
class NumberRow {
public:
    NumberRow(const Look& look, std::string_view label, float width)
        : look_(look), painter_(look), label_(label), at_(ImGui::GetCursorScreenPos()) {
        const float beside = widthWithLabel(painter_, label, width);
        const float room =
            ImGui::GetIO().DisplaySize.x - look.px(40) - (at_.x - ImGui::GetWindowPos().x);
        is_above_ = beside > room;
        size_ = {is_above_ ? room : beside, look.px(kNumberFieldHeight)};
        if (is_above_) {
            painter_.textFitted(look.fonts.text, look.colors().soft,
                                {at_, {at_.x + room, at_.y + size_.y}}, label);
            size_.y *= 2;
        }
        x_ = at_.x;
    }

    [[nodiscard]] bool press(const std::string& label, bool enabled, std::string_view tip) {
        return button(painter_, next(look_.px(kNumberFieldHeight)), label.c_str(),
                      {.enabled = enabled, .tooltip = tip});
    }

    /// @return true in the frame in which another number was entered.
    template <class Draw>
    [[nodiscard]] bool type(float width, Draw draw) {
        const Rect box = next(width);
        const Theme& c = look_.colors();
        ImGui::SetCursorScreenPos(box.min);
        ImGui::SetNextItemWidth(box.width());
        ImGui::PushStyleVar(
            ImGuiStyleVar_FramePadding,
            {look_.px(7), std::max(0.0f, (box.height() - ImGui::GetFontSize()) / 2)});
        ImGui::PushStyleColor(ImGuiCol_FrameBg, c.panel);
        draw(("##" + std::string(label_)).c_str());
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
        const Rect box{{x_, y}, {x_ + width, y + look_.px(kNumberFieldHeight)}};
        x_ = box.max.x + look_.px(kNumberFieldGap);
        return box;
    }

    const Look& look_;
    Painter painter_;
    std::string_view label_;
    ImVec2 at_;
    ImVec2 size_;
    bool is_above_ = false;
    float x_ = 0;
};

}  // namespace

std::optional<double> numberField(const Look& look, std::string_view label, double value) {
    NumberRow row(look, label, look.px(kNumberFieldText));
    const bool is_entered = row.type(look.px(kNumberFieldText), [&](const char* id) {
        ImGui::InputDouble(id, &value, 0, 0, "%g", ImGuiInputTextFlags_AutoSelectAll);
    });
    row.end();
    return is_entered && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

float stepperWidth(const Look& look, std::string_view label) {
    return std::ceil(widthWithLabel(Painter(look), label, stepperItself(look)));
}

std::optional<Index> stepper(const Look& look, std::string_view label, Index value, Index least,
                             Index most) {
    const std::string name(label);
    int typed = static_cast<int>(value);
    NumberRow row(look, label, stepperItself(look));
    std::optional<Index> changed;
    if (row.press("\u2212##less " + name, value > least, "One less.")) changed = value - 1;
    if (row.type(look.px(kCounter), [&](const char* id) {
            ImGui::InputInt(id, &typed, 0, 0, ImGuiInputTextFlags_AutoSelectAll);
        })) {
        changed = std::clamp<Index>(typed, least, most);
    }
    if (row.press("+##more " + name, value < most, "One more.")) changed = value + 1;
    row.end();
    return changed;
}

}  // namespace lookback

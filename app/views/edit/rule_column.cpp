#include <algorithm>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/edit/mask_parts.h"
#include "app/views/shared/panel_column.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/line_breaks.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/document/mask_edit.h"
#include "core/explain/in_conventions.h"
#include "core/words/formula_words.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/mask.h"
#include "messages/narrator.h"

namespace lookback {
namespace {

constexpr float kRuleColumnGap = 8;
constexpr float kRuleColumnLine = 17;  ///< of small type
constexpr float kButton = 28;          ///< height
constexpr const char* kAlsoMenu = "##also-menu";

bool isOfPadding(const MaskRule& rule) {
    return info(rule.kind).parameter == MaskParameter::valid_tokens;
}

/// Reads typed marks, one for each token; nothing where the text is not that.
std::optional<std::vector<Index>> parseMarks(const std::string& text, const MaskRule& rule,
                                             Index tokens) {
    const bool is_padding = isOfPadding(rule);
    std::istringstream words(text);
    std::vector<Index> marks;
    for (Index mark = 0; words >> mark;) marks.push_back(mark);
    const bool is_sound = std::all_of(marks.begin(), marks.end(), [&](Index mark) {
        return mark >= 0 && (mark <= 1 || !is_padding);
    });
    if (words.eof() && is_sound && std::ssize(marks) == tokens) return marks;
    return std::nullopt;
}

class RuleColumn : PanelColumn {
public:
    RuleColumn(const Scene& scene, const Masked& masked, ImVec2 at, float width)
        : PanelColumn(scene, Rect::at(at, {width, 0}), 0, 0),
          masked_(masked),
          rules_(masked.document.mask.rules) {}

    float draw() {
        const float top = y_;
        for (std::size_t k = 0; k < rules_.size(); ++k) ruleRow(k);
        paintedRow();
        alsoRow();
        return y_ - top;
    }

private:
    /// Draws a rule of the mask: its name and its condition, its numbers, and a note if it blocks
    /// no cell.
    void ruleRow(std::size_t at) {
        const MaskRule& rule = rules_[at];
        const MaskInfo& kind = info(rule.kind);
        if (rule.kind == MaskKind::none) return;
        ImGui::PushID(static_cast<int>(at));
        const float left = rules_.size() > 1 ? dropButton(at) : left_;
        const Rect line{{left, y_}, {right_, y_ + look_.px(kButton)}};
        const float wide = painter_.text(look_.fonts.strong_small, look_.colors().ink, line,
                                         scene_.said(kind.label()));
        const float x = left + wide + look_.px(10);
        const std::string condition = formulaIn(scene_.wording(), kind.rule);
        if (x + painter_.width(look_.fonts.mono, condition) <= line.max.x) {
            painter_.text(look_.fonts.mono, look_.colors().soft, line.fromX(x), condition);
        }
        y_ = line.max.y;
        float below = 0;
        for (std::size_t k = 0; k < kind.numbers.size(); ++k) below = number(at, k);
        if (!masked_.is_on_stage && marksTokens(rule.kind)) marks(at);
        const std::optional<Message> note = effectNote(masked_.effects[at]);
        effect(note ? scene_.said(*note) : "", below);
        ImGui::PopID();
    }

    /// Draws a number of a rule. @return the x at which its row ends
    float number(std::size_t at, std::size_t which) {
        const MaskNumber& number = info(rules_[at].kind).numbers[which];
        ImGui::SetCursorScreenPos({left_, y_});
        const Wording& words = scene_.wording();
        const std::string less = words.text(say::mask::NumberLessTip{});
        const std::string more = words.text(say::mask::NumberMoreTip{});
        const auto changed = stepper(look_, number.field, rules_[at].numbers[which],
                                     number.smallest, kMaxTokens, {.less = less, .more = more});
        if (changed) {
            MaskRule rule = rules_[at];
            rule.numbers[which] = *changed;
            masked_.emit(Change(putRule, at, rule));
        }
        y_ = ImGui::GetItemRectMax().y + look_.px(4);
        return ImGui::GetItemRectMax().x + look_.px(12);
    }

    /// Draws a field for the marks of all places, where no tokens are shown that could be clicked.
    void marks(std::size_t at) {
        MaskRule rule = rules_[at];
        std::string typed = fmt::format("{}", fmt::join(rule.per_token, " "));
        const auto read = [&](const std::string& text) {
            return parseMarks(text, rule, masked_.document.n());
        };
        using Expected = say::mask::MarksExpected;
        const bool is_padding = isOfPadding(rule);
        const Message tip = is_padding ? Message(say::mask::PaddingMarksTip{})
                                       : Message(say::mask::DocumentMarksTip{});
        const std::string said = scene_.said(tip);
        const Message expected =
            Expected{.n = masked_.document.n(),
                     .are = is_padding ? Expected::Are::padding : Expected::Are::other};
        const MenuField field{.label = "##marks",
                              .font = look_.fonts.mono,
                              .tooltip = said,
                              .fault = [&](const std::string& text) {
                                  return read(text) ? "" : scene_.said(expected);
                              }};
        const Rect box = take(look_.px(kButton), look_.px(6));
        if (!menuField(look_, box, field, typed)) return;
        rule.per_token = *read(typed);
        masked_.emit(Change(putRule, at, rule));
    }

    /// Draws the note on a rule that blocks no cell, beside its number where there is room. @param
    /// beside x from which on the line of the number is free; 0: there is none
    void effect(std::string_view words, float beside) {
        if (words.empty()) return;
        ImFont* const font = look_.fonts.strong_small;
        const Color color = look_.colors().bad;
        const float height = look_.px(kButton);
        if (beside > 0 && beside + painter_.width(font, words) <= right_) {
            const float top = y_ - look_.px(4) - look_.px(30);
            painter_.text(font, color, {{beside, top}, {right_, top + look_.px(30)}}, words);
            return;
        }
        smallLines(color, words, look_.px(kRuleColumnLine), true);
        y_ += height - look_.px(kRuleColumnLine) - look_.px(6);
    }

    /// @return the x at which the rest of the row begins
    float dropButton(std::size_t at) {
        const float size = look_.px(kButton);
        const std::string tip = scene_.said(say::mask::RemoveRuleTip{});
        if (button(painter_, Rect::at({left_, y_}, {size, size}), "\u00d7##drop",
                   {.tooltip = tip})) {
            masked_.emit(Change(removeRule, at));
        }
        return left_ + size + look_.px(kRuleColumnGap);
    }

    void paintedRow() {
        const auto count = static_cast<Index>(masked_.document.mask.flips.size());
        if (count == 0) return;
        const std::string label = scene_.labelled(say::mask::Restore{}, "painted");
        const std::string words = scene_.said(say::narrator::PaintedCells{.n = count});
        const std::string tip = scene_.said(say::mask::RestoreTip{});
        const float wide = buttonWidth(painter_, label);
        const float left = left_ + painter_.width(look_.fonts.strong_small, words) + look_.px(12);
        painter_.text(look_.fonts.strong_small, look_.colors().ink, band(look_.px(kButton)), words);
        if (left + wide > right_) y_ += look_.px(kButton);
        const float x = left + wide > right_ ? left_ : left;
        if (button(painter_, Rect::at({x, y_}, {wide, look_.px(kButton)}), label.c_str(),
                   {.tooltip = tip})) {
            masked_.emit(Change(&Mask::flips, {}));
        }
        y_ += look_.px(kButton + 6);
    }

    void alsoRow() {
        const std::string label = scene_.labelled(say::mask::AddRule{}, "also");
        const std::string tip = scene_.said(say::mask::AddRuleTip{});
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const float wide = buttonWidth(painter_, label, options);
        const Rect box = Rect::at({left_, y_}, {wide, look_.px(kButton)});
        if (button(painter_, box, label.c_str(), options)) ImGui::OpenPopup(kAlsoMenu);
        const ImGuiContext& g = *ImGui::GetCurrentContext();
        const bool by_key = ImGui::IsItemFocused() && !g.NavDisableHighlight;
        const bool appears =
            ImGui::IsPopupOpen(kAlsoMenu) && g.OpenPopupStack.back().Window == nullptr;
        if (beginMenu(look_, kAlsoMenu, box, appears && by_key)) {
            alsoItems();
            endMenu();
        }
        alsoHint(masked_.is_on_stage ? invertButton(box) : box);
    }

    /// Draws the button that turns the mask into its opposite, beside the last button or below it.
    /// @return its box
    Rect invertButton(const Rect& last) {
        const std::string label = scene_.labelled(say::mask::Invert{}, "invert");
        const std::string tip = scene_.said(say::mask::InvertTip{});
        const float wide = buttonWidth(painter_, label);
        const float x = last.max.x + look_.px(kRuleColumnGap);
        if (x + wide > right_) y_ += look_.px(kButton + 6);
        const Rect box = Rect::at({x + wide > right_ ? left_ : x, y_}, {wide, look_.px(kButton)});
        if (button(painter_, box, label.c_str(), {.tooltip = tip})) {
            masked_.emit(Change(invert, masked_.document.n()));
        }
        return box;
    }

    void alsoItems() {
        for (const MaskInfo& kind : maskKinds()) {
            const bool is_whole = kind.kind == MaskKind::none || kind.kind == MaskKind::custom;
            const bool holds = std::any_of(rules_.begin(), rules_.end(), [&](const MaskRule& rule) {
                return rule.kind == kind.kind;
            });
            if (is_whole || holds) continue;
            const std::string label =
                scene_.labelled(kind.label(), std::string("also-").append(kind.name));
            if (menuItem(look_, label, {.detail = kind.rule})) {
                masked_.emit(Change(addRule, newRule(kind.kind, masked_.document.n())));
            }
            tooltip(look_, scene_.said(kind.used_by()));
        }
    }

    /// Draws a hint beside the button, or below it where there is more room.
    void alsoHint(const Rect& box) {
        ImFont* const font = look_.fonts.small_text;
        const float beside = box.max.x + look_.px(10);
        const bool is_beside = right_ - beside >= look_.px(160);
        const float x = is_beside ? beside : left_;
        float y = is_beside ? box.min.y : box.max.y + look_.px(4);
        const std::string hint =
            scene_.said(masked_.is_on_stage ? Message(say::mask::AllRulesAndPaint{})
                                            : Message(say::mask::AllRules{}));
        for (const std::string_view line : brokenLines(font, hint, right_ - x)) {
            painter_.text(font, look_.colors().soft,
                          {{x, y}, {right_, y + look_.px(kRuleColumnLine)}}, line);
            y += look_.px(kRuleColumnLine);
        }
        y_ = std::max(box.max.y, y);
    }

    const Masked& masked_;
    const std::vector<MaskRule>& rules_;
};

}  // namespace

float drawMaskRules(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    return RuleColumn(scene, masked, at, width).draw();
}

}  // namespace lookback

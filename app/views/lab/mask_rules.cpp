#include "app/views/lab/mask_rules.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/widgets/button.h"
#include "app/widgets/cell_painter.h"
#include "app/widgets/fields.h"
#include "app/widgets/tooltip.h"
#include "core/document/mask_edit.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"
#include "messages/mask.h"
#include "messages/narrator.h"

namespace lookback {
namespace {

constexpr float kMaskRulesLine = 30;  ///< with a stepper
constexpr float kPlainLine = 22;      ///< without
constexpr float kMaskRulesGap = 10;
constexpr float kMaskRulesBetween = 22;  ///< two rules
constexpr float kRemove = 22;
constexpr float kSwatch = 17;
constexpr float kAfterSwatch = 7;
constexpr float kMaskRulesBelow = 8;
constexpr float kBelowCompact = 4;

}  // namespace

MaskRules::MaskRules(const Scene& scene, Painter& painter, float width, Detail detail)
    : scene_(scene), painter_(painter), detail_(detail) {
    const bool shows_mask = stepCovering(scene.steps(), MatrixId::mask) == scene.place().step;
    if (!shows_mask || scene.document().n() == 0) return;
    addRules();
    addPaint();
    measure();
    if (detail == Detail::notes) noteWhatIsIdle();
    arrange(width);
}

void MaskRules::addRules() {
    const std::vector<MaskRule>& rules = scene_.document().mask.rules;
    for (std::size_t at = 0; at < rules.size(); ++at) {
        const MaskInfo& kind = info(rules[at].kind);
        const bool is_named_only = detail_ == Detail::names;
        entries_.push_back(
            {.rule = at,
             .name = scene_.said(is_named_only ? maskRuleTitle(rules[at]) : kind.label()),
             .tip = scene_.said(kind.used_by())});
        if (kind.kind != MaskKind::none) entries_.back().swatch = Verdict{verdictBit(at)};
        if (is_named_only) continue;
        for (std::size_t which = 0; which < kind.numbers.size(); ++which) {
            if (which > 0) {
                entries_.back().ends_rule = false;
                entries_.push_back({.rule = at, .which = which});
            }
            entries_.back().number_width = stepperWidth(scene_.look, kind.numbers[which].field);
        }
    }
    if (rules.empty() && scene_.document().mask.flips.empty()) {
        const MaskInfo& none = info(MaskKind::none);
        entries_.push_back({.name = scene_.said(none.label()), .tip = scene_.said(none.used_by())});
    }
}

void MaskRules::addPaint() {
    const std::size_t painted = scene_.document().mask.flips.size();
    if (painted == 0) return;
    const Message name = say::narrator::PaintedCells{.n = static_cast<Index>(painted)};
    entries_.push_back({.name = scene_.said(name),
                        .tip = scene_.said(say::mask::PaintedTip{}),
                        .swatch = Verdict{0, true}});
}

void MaskRules::measure() {
    const Mask& mask = scene_.document().mask;
    const bool has_several = mask.rules.size() > 1 || !mask.flips.empty();
    const bool is_fixed = detail_ == Detail::names;
    for (Entry& entry : entries_) {
        entry.name_width = std::ceil(painter_.width(scene_.look.fonts.strong_small, entry.name));
        if (entry.swatch) entry.swatch_width = scene_.look.px(kSwatch + kAfterSwatch);
        const bool is_paint = !entry.rule && !mask.flips.empty();
        entry.is_removable =
            !is_fixed && (is_paint || (entry.rule && entry.ends_rule && has_several));
    }
}

void MaskRules::noteWhatIsIdle() {
    const std::vector<RuleEffect>& effects = scene_.shown().ruleEffects();
    ImFont* const font = scene_.look.fonts.small_text;
    const std::string idle = scene_.said(*effectNote(RuleEffect::nothing));
    const std::string all_idle = scene_.said(say::mask::NoPairBlocked{});
    for (Entry& entry : entries_) {
        const bool is_last = &entry == &entries_.back();
        if (!entry.ends_rule) continue;
        if (entry.rule && effects[*entry.rule] == RuleEffect::nothing) entry.note = idle;
        if (is_last && !scene_.shown().blocksSome()) entry.note = all_idle;
        entry.note_room = std::ceil(painter_.width(font, is_last ? all_idle : idle));
    }
}

float MaskRules::widthOf(const Entry& entry) const {
    const Look& look = scene_.look;
    float width = entry.swatch_width + entry.name_width;
    if (!entry.name.empty() && entry.number_width > 0) width += look.px(kMaskRulesGap);
    width += entry.number_width;
    if (entry.is_removable) width += look.px(kMaskRulesGap + kRemove);
    return width;
}

/// Arranges the entries by widths that do not depend on their numbers. A note stands beside its
/// rule where the strip is wide enough.
void MaskRules::arrange(float width) {
    const Look& look = scene_.look;
    float x = 0;
    const auto break_line = [&] {
        lines_.push_back({height_, look.px(kPlainLine)});
        x = 0;
    };
    break_line();
    for (Entry& entry : entries_) {
        const float wide = widthOf(entry);
        const float with_note =
            wide + (entry.note_room > 0 ? look.px(kMaskRulesGap) + entry.note_room : 0);
        const float between = look.px(entry.which > 0 ? kMaskRulesGap : kMaskRulesBetween);
        if (x > 0 && x + between + with_note > width) {
            height_ += lines_.back().height;
            break_line();
        }
        if (x > 0) x += between;
        entry.spot = {lines_.size() - 1, x};
        if (entry.number_width > 0) lines_.back().height = look.px(kMaskRulesLine);
        if (x + with_note > width) {
            height_ += lines_.back().height;
            break_line();
        } else {
            x += wide + look.px(kMaskRulesGap);
        }
        entry.note_spot = {lines_.size() - 1, x};
        x += entry.note_room;
    }
    height_ += lines_.back().height + look.px(scene_.compact ? kBelowCompact : kMaskRulesBelow);
}

Rect MaskRules::boxAt(const Spot& spot, float width, ImVec2 strip) const {
    const Line& line = lines_[spot.line];
    const ImVec2 min{strip.x + spot.x, strip.y + line.top};
    return Rect::at(min, {width, line.height});
}

bool MaskRules::isPlainLine() const {
    return lines_.size() == 1 && lines_.front().height <= scene_.look.px(kPlainLine);
}

void MaskRules::draw(ImVec2 at) {
    for (const Entry& entry : entries_) drawEntry(entry, at);
}

bool MaskRules::drawInLine(const Rect& line) {
    if (lines_.size() != 1) return false;
    draw({line.min.x, std::floor(line.center().y - lines_.front().height / 2)});
    return true;
}

void MaskRules::drawEntry(const Entry& entry, ImVec2 strip) {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const std::size_t rules = scene_.document().mask.rules.size();
    const std::size_t number = entry.rule.value_or(rules);
    ImGui::PushID(static_cast<int>(number));
    const Rect box = boxAt(entry.spot, widthOf(entry), strip);
    const float left = box.min.x + entry.swatch_width;
    const Rect name = box.betweenX(left, left + entry.name_width);
    float x = name.min.x;
    if (entry.swatch) drawSwatch(*entry.swatch, box);
    if (!entry.name.empty()) {
        painter_.text(look.fonts.strong_small, c.ink, name, entry.name);
        ImGui::SetCursorScreenPos(box.min);
        ImGui::Dummy({name.max.x - box.min.x, name.height()});
        tooltip(look, entry.tip);
        x = name.max.x + look.px(kMaskRulesGap);
    }
    if (entry.number_width > 0) drawNumber(entry, {x, box.min.y});
    if (entry.is_removable) {
        const float y = std::floor(box.center().y - look.px(kRemove) / 2);
        const Rect cross{{box.max.x - look.px(kRemove), y}, {box.max.x, y + look.px(kRemove)}};
        const std::string tip = scene_.said(entry.rule ? Message(say::mask::RemoveRuleTip{})
                                                       : Message(say::mask::RestoreTip{}));
        if (button(painter_, cross, fmt::format("\u00d7##remove {}", number).c_str(),
                   {.tooltip = tip})) {
            scene_.emit(entry.rule ? Change(removeRule, *entry.rule) : Change(&Mask::flips, {}));
        }
    }
    if (!entry.note.empty()) {
        painter_.text(look.fonts.small_text, c.soft, boxAt(entry.note_spot, entry.note_room, strip),
                      entry.note);
    }
    ImGui::PopID();
}

/// Draws the colour of a rule at the left end of the box of its entry.
void MaskRules::drawSwatch(const Verdict& verdict, const Rect& box) {
    const float side = scene_.look.px(kSwatch);
    const float y = std::floor(box.center().y - side / 2);
    const Rect swatch = Rect::at({box.min.x, y}, {side, side});
    hatchVerdict(painter_, swatch, verdict);
    if (verdict.is_painted) paintedCorner(painter_, swatch);
}

void MaskRules::drawNumber(const Entry& entry, ImVec2 at) {
    MaskRule rule = scene_.document().mask.rules[*entry.rule];
    const MaskNumber& number = info(rule.kind).numbers[entry.which];
    ImGui::SetCursorScreenPos(at);
    const Wording& words = scene_.wording();
    const std::string less = words.text(say::mask::NumberLessTip{});
    const std::string more = words.text(say::mask::NumberMoreTip{});
    const auto changed = stepper(scene_.look, number.field, rule.numbers[entry.which],
                                 number.smallest, kMaxTokens, {.less = less, .more = more});
    if (!changed) return;
    rule.numbers[entry.which] = *changed;
    scene_.emit(Change(putRule, *entry.rule, rule));
}

}  // namespace lookback

#include "app/views/edit/token_marks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/update/action.h"
#include "app/widgets/tooltip.h"
#include "core/document/mask_edit.h"
#include "messages/mask.h"

namespace lookback {
namespace {

constexpr float kFlag = 32;              ///< width of a flag, ...
constexpr float kNumber = 24;            ///< ... of a document's number
constexpr float kNarrow = 17;            ///< of both beside narrow columns
constexpr float kAround = 10;            ///< around a number
constexpr float kTokenMarksHeight = 18;  ///< above a column
constexpr float kTokenMarksGap = 3;
constexpr float kLeastColumn = 15;  ///< the least width in which a mark can be hit
constexpr float kTokenMarksLeastRow = 11;

Color colorOf(const Theme& theme, Index document) {
    const auto count = static_cast<Index>(theme.documents.size());
    return theme.documents[static_cast<std::size_t>((document % count + count) % count)];
}

bool isPadding(const MaskRule& rule) { return rule.kind == MaskKind::padding; }

}  // namespace

TokenMarks::TokenMarks(const Scene& scene) : scene_(scene), number_width_(scene.look.px(kNumber)) {
    const std::vector<MaskRule>& rules = scene.document().mask.rules;
    const float digit = scene.look.fonts.mono_small->GetCharAdvance('0');
    for (std::size_t at = 0; at < rules.size(); ++at) {
        if (!marksTokens(rules[at].kind)) continue;
        rules_.push_back(at);
        const std::vector<Index>& numbers = rules[at].per_token;
        const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
        for (const auto number : {least, most}) {
            if (number == numbers.end()) continue;
            const float width = static_cast<float>(std::to_string(*number).size()) * digit;
            number_width_ = std::max(number_width_, std::ceil(width) + scene.look.px(kAround));
        }
    }
}

const MaskRule& TokenMarks::rule(std::size_t at) const { return scene_.document().mask.rules[at]; }

float TokenMarks::widthOf(std::size_t at) const {
    return isPadding(rule(at)) ? scene_.look.px(kFlag) : number_width_;
}

float TokenMarks::width() const {
    float width = 0;
    for (const std::size_t at : rules_) width += widthOf(at) + scene_.look.px(kTokenMarksGap);
    return width;
}

void TokenMarks::draw(Painter& painter, Index token, const Rect& box) const {
    float x = box.min.x;
    for (const std::size_t at : rules_) {
        const float end = x + widthOf(at);
        mark(painter, at, token, box.betweenX(x, end), "token");
        x = end + scene_.look.px(kTokenMarksGap);
    }
}

float TokenMarks::above(const GridSpec& spec) const {
    const Look& look = scene_.look;
    const auto marks = std::count_if(rules_.begin(), rules_.end(),
                                     [&](std::size_t at) { return isAbove(spec, at); });
    return static_cast<float>(marks) * look.px(kTokenMarksHeight + kTokenMarksGap);
}

bool TokenMarks::hasColumns(const GridSpec& spec) const {
    return spec.cell.x >= scene_.look.px(kLeastColumn);
}

bool TokenMarks::hasRows(const GridSpec& spec) const {
    return spec.cell.y >= scene_.look.px(kTokenMarksLeastRow);
}

/// True if marks of a rule stand beside the rows. Marks of padding, which is about keys, do so only
/// if rows are keys, or columns too narrow for marks.
bool TokenMarks::isBeside(const GridSpec& spec, std::size_t at) const {
    return hasRows(spec) && (spec.transposed || !hasColumns(spec) || !isPadding(rule(at)));
}

/// True if marks of a rule stand above the columns. Marks of padding do so only if columns are
/// keys, or rows too low for marks.
bool TokenMarks::isAbove(const GridSpec& spec, std::size_t at) const {
    return hasColumns(spec) && (!spec.transposed || !hasRows(spec) || !isPadding(rule(at)));
}

/// Returns the width of marks beside the rows, which is less where columns are narrow, since their
/// digits need the room.
float TokenMarks::widthBeside(const GridSpec& spec, std::size_t at) const {
    const float narrower = number_width_ - scene_.look.px(kNumber - kNarrow);
    return hasColumns(spec)      ? widthOf(at)
           : isPadding(rule(at)) ? scene_.look.px(kNarrow)
                                 : narrower;
}

float TokenMarks::beside(const GridSpec& spec) const {
    float width = 0;
    for (const std::size_t at : rules_) {
        if (isBeside(spec, at)) width += widthBeside(spec, at) + scene_.look.px(kTokenMarksGap);
    }
    return width;
}

void TokenMarks::drawAround(Painter& painter, const GridSpec& spec, Cell first) const {
    const Look& look = scene_.look;
    ImVec2 pen{spec.at.x - beside(spec), spec.at.y - above(spec)};
    const bool is_turned = spec.transposed;
    for (const std::size_t at : rules_) {
        if (isAbove(spec, at)) {
            for (Index col = 0; col < shownCols(spec); ++col) {
                const Rect cell = cellRect(spec, is_turned ? Cell{col, 0} : Cell{0, col});
                mark(painter, at, (is_turned ? first.row : first.col) + col,
                     cell.betweenY(pen.y, pen.y + look.px(kTokenMarksHeight)),
                     is_turned ? "query" : "key");
            }
            pen.y += look.px(kTokenMarksHeight + kTokenMarksGap);
        }
        if (!isBeside(spec, at)) continue;
        for (Index row = 0; row < shownRows(spec); ++row) {
            const Rect cell = cellRect(spec, is_turned ? Cell{0, row} : Cell{row, 0});
            mark(painter, at, (is_turned ? first.col : first.row) + row,
                 cell.betweenX(pen.x, pen.x + widthBeside(spec, at)), is_turned ? "key" : "query");
        }
        pen.x += widthBeside(spec, at) + look.px(kTokenMarksGap);
    }
}

void TokenMarks::mark(Painter& painter, std::size_t at, Index token, const Rect& box,
                      const char* place) const {
    const Look& look = scene_.look;
    const Theme& c = look.colors();
    const MaskRule& shown = rule(at);
    const Index value = shown.per_token[static_cast<std::size_t>(token)];
    ImGui::SetCursorScreenPos(box.min);
    ImGui::PushID(static_cast<int>(at));
    const bool is_clicked = ImGui::InvisibleButton(
        fmt::format("##{} {} {}", info(shown.kind).name, place, token).c_str(),
        {box.width(), box.height()});
    ImGui::PopID();
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (is_clicked) scene_.emit(Change(putRule, at, withNextMark(shown, token)));
    const float radius = look.px(3);
    std::string text;
    Color ground = c.panel;
    if (!isPadding(shown)) {
        text = std::to_string(value);
        ground = colorOf(c, value);
        painter.fill(box, ground, radius);
    } else if (value == 0) {
        text = scene_.said(say::mask::Pad{});
        ground = c.hatch_line;
        painter.hatch(box);
    } else {
        painter.fill(box, ground, radius);
    }
    const Color edge = is_hovered || (isPadding(shown) && value == 0) ? c.soft : c.line;
    painter.outline(box, edge, radius, std::max(1.0f, std::floor(look.scale)));
    ImFont* const font = isPadding(shown) ? look.fonts.caption : look.fonts.mono_small;
    if (painter.width(font, text) <= box.width() - 2) {
        painter.text(font, inkOn(c, ground), box, text, Align::center);
    }
    if (wantsTooltip()) showMarkTooltip(at, token);
}

void TokenMarks::showMarkTooltip(std::size_t at, Index token) const {
    const auto place = static_cast<std::size_t>(token);
    const MaskRule& shown = rule(at);
    const TokenLabel name{scene_.shown().wholeLabels()[place]};
    const Index value = shown.per_token[place];
    const char* const key = isPadding(shown) ? "padding" : "next-document";
    const std::string pale = scene_.said(say::mask::MarkKey{.key = firstKey(command(key))});
    Message words = say::mask::MarkToken{.token = name};
    if (!isPadding(shown) && scene_.document().n() == 1) {
        words = say::mask::MarkOneToken{};
    } else if (!isPadding(shown)) {
        words = say::mask::MarkDocument{.token = name, .n = Count{value}};
    } else if (value == 0) {
        words = say::mask::MarkPadding{.token = name};
    }
    tooltip(scene_.look, scene_.said(words), {.pale = pale});
}

}  // namespace lookback

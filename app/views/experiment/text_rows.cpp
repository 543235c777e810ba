#include <algorithm>

#include <fmt/format.h>

#include "app/state/update/action.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/experiment/panel_rows.h"
#include "app/widgets/button.h"
#include "app/widgets/tooltip.h"
#include "core/base/limits.h"
#include "core/base/utf8.h"
#include "core/language/experiment.h"
#include "imgui_stdlib.h"
#include "messages/experiment.h"
#include "messages/notices.h"

namespace lookback {
namespace {

constexpr float kTrainTextLines = 9;
constexpr float kLinesCompact = 5;
constexpr float kPadX = 10;
constexpr float kPadY = 8;
constexpr float kTrainTextBelow = 3;      ///< pixels below the last line; more would show the next
constexpr std::size_t kMostOfLine = 200;  ///< bytes of a line of a text that cannot be edited here
constexpr double kMostHeldOut = 0.9;      ///< on the slider

/// True for a text of at most `kMostEdited` bytes without a zero, at which fields of ImGui end.
bool canBeEdited(const std::string& text) {
    return text.size() <= kMostEdited && text.find('\0') == std::string::npos;
}

/// Draws a field of several lines. When it is left, its changes are one step of undo.
void textField(PanelRows& rows, const Rect& box) {
    const Look& look = rows.look();
    const Theme& c = look.colors();
    std::string text = rows.now().text;
    ImGui::SetCursorScreenPos(box.min);
    ImGui::PushFont(look.fonts.mono_small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(kPadX), look.px(kPadY)});
    ImGui::PushStyleColor(ImGuiCol_FrameBg, c.inset);
    ImGui::InputTextMultiline("##text", &text, {box.width(), box.height()});
    rows.painter().recordField(text);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    const bool is_typing = ImGui::IsItemActive();
    const bool is_left = ImGui::IsItemDeactivatedAfterEdit();
    std::string fault;
    if (is_typing && text != rows.now().text) {
        Experiment wished = rows.now();
        wished.text = text;
        fault = experimentFault(rows.wording(), std::move(wished));
    }
    const Color frame = !fault.empty() ? c.bad : is_typing ? c.query : c.line;
    rows.painter().outline(box, frame, look.px(6), look.px(is_typing ? 1.5f : 1));
    if (!fault.empty()) {
        showTooltip(look, box, fault);
    } else if (!is_typing) {
        tooltip(look, rows.said(say::experiment::TextTip{}), {.place = TooltipPlace::beside_panel});
    }
    if (is_left) rows.edit([&](Experiment& next) { next.text = text; });
}

/// Draws the first lines of a long text.
void firstLines(PanelRows& rows, const Rect& box) {
    const Look& look = rows.look();
    Painter& painter = rows.painter();
    painter.fill(box, look.colors().inset, look.px(6));
    painter.outline(box, look.colors().line, look.px(6));
    std::string_view rest = rows.now().text;
    const float line = look.fonts.mono_small->FontSize;
    const float left = box.min.x + look.px(kPadX);
    float y = box.min.y + look.px(kPadY);
    for (; y + line <= box.max.y && !rest.empty(); y += line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        painter.textFitted(look.fonts.mono_small, look.colors().ink,
                           {{left, y}, {box.max.x - look.px(kPadX), y + line}},
                           rest.substr(0, std::min(end, kMostOfLine)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

/// Returns a pasted text in valid UTF-8 with line breaks of one character.
std::string asText(std::string_view pasted) {
    std::string text = asUtf8(pasted);
    std::string lines;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const bool is_half = text[k] == '\r' && k + 1 < text.size() && text[k + 1] == '\n';
        if (!is_half) lines += text[k] == '\r' ? '\n' : text[k];
    }
    return lines;
}

void paste(PanelRows& rows) {
    const char* const pasted = ImGui::GetClipboardText();
    std::string text = asText(pasted != nullptr ? pasted : "");
    if (text.empty()) {
        return rows.scene().emit(Notice{{say::notices::NoText{}}});
    }
    rows.edit([&](Experiment& next) { next.text = std::move(text); });
}

/// Returns labels of the units and of the places where windows begin, in the order of the
/// enumerators.
std::vector<std::string> unitNames(const PanelRows& rows) {
    std::vector<std::string> names;
    for (const TextUnit unit : {TextUnit::words, TextUnit::characters}) {
        names.push_back(rows.labelled(saidOf<say::experiment::TextUnit>(unit),
                                      kTextUnitNames[static_cast<std::size_t>(unit)]));
    }
    return names;
}
std::vector<std::string> startNames(const PanelRows& rows) {
    using Start = say::experiment::Start;
    return {rows.labelled(Start{.where = Start::Where::lines}, kWindowStartsNames[0]),
            rows.labelled(Start{.where = Start::Where::other}, kWindowStartsNames[1])};
}

void buttons(PanelRows& rows) {
    const Rect line = rows.take(rows.rowHeight(), rows.look().px(4));
    const std::string label = rows.labelled(say::experiment::Paste{}, "paste");
    const std::string tip = rows.said(say::experiment::PasteTip{});
    const float end = line.min.x + buttonWidth(rows.painter(), label);
    if (button(rows.painter(), line.untilX(end), label.c_str(), {.tooltip = tip})) paste(rows);
    const auto chosen = rows.choose(line.fromX(end + rows.look().px(8)),
                                    {.id = "###unit",
                                     .names = unitNames(rows),
                                     .chosen = static_cast<std::size_t>(rows.now().unit),
                                     .tooltip = say::experiment::UnitTip{}});
    if (chosen) rows.edit([&](Experiment& next) { next.unit = static_cast<TextUnit>(*chosen); });
}

void rareTextRows(PanelRows& rows) {
    const Wording wording = rows.wording();
    rows.field(say::experiment::ContextLength{},
               wholeField(wording, "##context", rows.now().context,
                          say::experiment::ContextLengthTip{}, setContext));
    const auto chosen = rows.choose(rows.row(say::experiment::Starts{}),
                                    {.id = "###starts",
                                     .names = startNames(rows),
                                     .chosen = static_cast<std::size_t>(rows.now().starts),
                                     .tooltip = say::experiment::StartsTip{}});
    if (chosen) {
        rows.edit([&](Experiment& next) { next.starts = static_cast<WindowStarts>(*chosen); });
    }
    const auto set = [](Experiment& next, double share) { next.held_out = share; };
    rows.slider(say::experiment::HeldOut{},
                {.id = "##held-out-slider",
                 .value = rows.now().held_out,
                 .most = kMostHeldOut,
                 .step = 0.05,
                 .tooltip = say::experiment::HeldOutTip{},
                 .set = set},
                realField(wording, "##held-out", rows.now().held_out,
                          say::experiment::HeldOutTypedTip{}, set));
}

}  // namespace

void textRows(PanelRows& rows) {
    const Look& look = rows.look();
    const Experiment& now = rows.now();
    const std::string held_out = fmt::format("{:.3g}%", 100 * now.held_out);
    using Now = say::experiment::TextNow;
    const auto beside = [&](Now::Room room) {
        return rows.said(
            Now{.context = Count{now.context}, .room = room, .held_out = Verbatim{held_out}});
    };
    rows.heading(say::experiment::Text{}, {beside(Now::Room::other), beside(Now::Room::narrow)});
    const float lines = rows.scene().compact ? kLinesCompact : kTrainTextLines;
    const Rect box = rows.take(
        look.px(kPadY) + lines * look.fonts.mono_small->FontSize + look.px(kTrainTextBelow),
        look.px(8));
    if (canBeEdited(now.text)) {
        textField(rows, box);
    } else {
        firstLines(rows, box);
        const std::string size = memoryText(static_cast<double>(now.text.size()));
        rows.hint(rows.said(say::experiment::TextTooLong{.size = Verbatim{size}}));
    }
    buttons(rows);
    if (rows.section(say::experiment::MoreText{}, "more-text")) rareTextRows(rows);
}

}  // namespace lookback

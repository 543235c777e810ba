#include "app/views/lab/code_card.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/shared/card.h"
#include "app/views/shared/hidden_box.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/tooltip.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr float kCodeChoice = 26;  ///< height of the tabs
constexpr float kCompactCodeChoice = 22;
constexpr float kBesideTabs = 14;
constexpr float kGutterGap = 10;
constexpr float kCodeSide = 10;
constexpr float kUsualCodeLines = 5;  ///< that are read before there is room for the print
constexpr float kFewCodeLines = 3;    ///< the same in a low window
constexpr float kUsualPrintLines = 3;
constexpr std::size_t kLeastPrintWindow = 12;  ///< characters
constexpr std::string_view kLeftOutSign = "\u2026";
constexpr float kFoldedPad = 6;
constexpr float kCompactFoldedPad = 4;
constexpr float kCodeHanging = 32;  ///< of rows after the first of a line

std::string labelOf(const Scene& scene, const CodeLibraryInfo& library) {
    return library.library == CodeLibrary::textbook ? scene.said(say::lab::CodeTextbook{})
                                                    : std::string(library.label);
}

bool isTextbook(const Scene& scene) {
    return scene.preferences().code_library == CodeLibrary::textbook;
}

/// The words before a print.
Message printsWords(const Scene& scene) {
    using Library = say::lab::CodePrints::Library;
    return say::lab::CodePrints{.library = isTextbook(scene) ? Library::textbook : Library::other};
}

/// Begins a box in which lines scroll. A change of `shown` scrolls to `wished`. @return as
/// BeginChild
bool beginLines(const char* id, const Rect& box, ImGuiID shown, float wished) {
    ImGui::SetCursorScreenPos(box.min);
    const bool is_drawn = ImGui::BeginChild(id, {box.width(), box.height()}, ImGuiChildFlags_None,
                                            ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground);
    int& before = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("shown"));
    if (before != static_cast<int>(shown)) {
        before = static_cast<int>(shown);
        ImGui::SetScrollY(wished);
    }
    return is_drawn;
}

/// Returns the characters from `begin` to `end` of a printed line. Spaces stand for a number of
/// which only a part lies between them, unless there is nothing else.
std::string withoutPartsOfNumbers(const std::string& line, std::size_t begin, std::size_t end) {
    if (begin >= end) return "";
    std::string text = line.substr(begin, end - begin);
    const auto is_number = [&](std::size_t at) { return at < line.size() && line[at] != ' '; };
    if (begin > 0 && is_number(begin - 1)) {
        for (std::size_t k = 0; k < text.size() && text[k] != ' '; ++k) text[k] = ' ';
    }
    if (is_number(end)) {
        for (std::size_t k = text.size(); k > 0 && text[k - 1] != ' '; --k) text[k - 1] = ' ';
    }
    const bool is_blank = text.find_first_not_of(' ') == std::string::npos;
    return is_blank ? line.substr(begin, end - begin) : text;
}

/// Ends the box of `beginLines`. @param at of its first line @param height of all lines
void endLines(ImVec2 at, float height) {
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({1, height});
    ImGui::EndChild();
}

}  // namespace

CodeCard::CodeCard(const Scene& scene, Painter& painter, float width)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      width_(width),
      code_(scene.state.code.of(scene.state)),
      code_fonts_{look_.fonts.mono, look_.fonts.mono_bold, look_.fonts.mono_small},
      print_font_(look_.fonts.mono),
      print_bold_(look_.fonts.mono_bold),
      is_hidden_(!isShown(scene.state, {.id = stageInFocus(scene.state)})) {
    lay();
    for (const Message& words : {printsWords(scene), Message(say::lab::CodeInDouble{})}) {
        about_ = std::max(about_, painter.width(look_.fonts.small_text, scene.said(words)));
    }
    about_ += look_.px(kBesideTabs);
}

float CodeCard::inside() const { return width_ - 2 * cardSide(scene_); }
float CodeCard::pad() const { return look_.px(scene_.compact ? 8 : 13); }
float CodeCard::gap() const { return look_.px(scene_.compact ? 6 : 10); }
float CodeCard::boxPad() const { return look_.px(scene_.compact ? 3 : 5); }
float CodeCard::heading() const {
    return look_.px(scene_.compact ? kCompactCodeChoice : kCodeChoice) + gap();
}
float CodeCard::printPitch() const { return print_font_->FontSize + look_.px(1); }

float CodeCard::printHeight(float lines) const { return gap() + lines * printPitch(); }

float CodeCard::wholePrint() const {
    if (is_hidden_) return printHeight(kUsualPrintLines);
    if (code_.is_too_large) return printHeight(1);
    const auto lines = static_cast<float>(code_.print.size());
    return lines > 0 ? printHeight(std::max(lines, kUsualPrintLines)) : 0;
}

float CodeCard::wanted() const {
    const float lines = scene_.compact ? kFewCodeLines : kUsualCodeLines;
    const float code = around() + std::min(wholeCode(), codeHeight(lines));
    const bool is_low = scene_.compact && scene_.density == Density::roomy;
    return is_low ? code : code + std::min(wholePrint(), printHeight(kUsualPrintLines));
}

float CodeCard::foldedPad() const {
    return look_.px(scene_.compact ? kCompactFoldedPad : kFoldedPad);
}

float CodeCard::least() const { return heading() - gap() + 2 * foldedPad(); }

/// First a few lines of code, then a few of the print, then all of the code, then all of the print.
CodeCard::Division CodeCard::divide(float height) const {
    float room = height - around();
    Division division;
    const auto give = [&](float& part, float most) {
        const float more = std::clamp(most - part, 0.0f, room);
        part += more;
        room -= more;
    };
    give(division.code, std::min(wholeCode(), codeHeight(kFewCodeLines)));
    const float few = std::min(wholePrint(), printHeight(kUsualPrintLines));
    if (room >= few) give(division.print, few);
    give(division.code, wholeCode());
    // No line is cut.
    if (division.code < wholeCode()) {
        const float lines = std::floor((division.code - 2 * boxPad()) / pitch() + 0.01f);
        division.code = codeHeight(std::max(lines, 1.0f));
    }
    if (division.print > 0) give(division.print, wholePrint());
    return division;
}

void CodeCard::lay() {
    const float widest = painter_.width(look_.fonts.mono_small, std::to_string(code_.lines.size()));
    gutter_ = widest + look_.px(kGutterGap);
    const float width =
        inside() - gutter_ - 2 * look_.px(kCodeSide) - ImGui::GetStyle().ScrollbarSize;
    const float shape = painter_.width(look_.fonts.mono, code_.shape) + look_.px(kGutterGap);
    for (std::size_t line = 0; line < code_.lines.size(); ++line) {
        const bool has_shape = static_cast<Index>(line) + 1 == code_.of_stage.end;
        lines_.push_back(layLine(painter_, code_fonts_, width - (has_shape ? shape : 0),
                                 code_.lines[line], look_.px(kCodeHanging)));
        tops_.push_back(code_height_);
        code_height_ += std::max(lines_.back().height, pitch());
    }
    tops_.push_back(code_height_);
}

float CodeCard::draw(const Rect& room) {
    if (room.height() < around() + codeHeight(1)) return drawFolded(room);
    const Division division = divide(room.height());
    const Rect card = room.top(around() + division.code + division.print);
    painter_.card(card);
    Rect rest = card.inset(cardSide(scene_), pad());
    drawHeading(rest.top(heading() - gap()));
    rest.min.y += heading();
    const Rect box = rest.top(division.code);
    painter_.fill(box, look_.colors().inset, look_.px(7));
    painter_.outline(box, look_.colors().line, look_.px(7), std::max(1.0f, look_.scale));
    drawCode(box.inset(0, boxPad()));
    if (division.print > 0) drawPrint({{rest.min.x, box.max.y + gap()}, rest.max});
    ImGui::SetCursorScreenPos(card.min);
    ImGui::Dummy({1, card.height()});
    return card.height();
}

float CodeCard::drawFolded(const Rect& room) {
    const Rect card = room.top(least());
    painter_.card(card);
    const Rect line = drawTabs(card.inset(cardSide(scene_), foldedPad()), false);
    const Theme& c = look_.colors();
    painter_.fill(line, c.highlight, look_.px(4));
    const float side = look_.px(kCodeSide);
    const std::string code = plainText(code_.lines[asSize(code_.of_stage.end - 1)]);
    const float shape = painter_.width(look_.fonts.mono, code_.shape);
    const Rect inner = line.inset(side, 0);
    painter_.text(look_.fonts.mono, c.on_highlight, inner, code_.shape, Align::right);
    const Rect text = inner.untilX(inner.max.x - shape - side);
    painter_.textFitted(look_.fonts.mono, c.on_highlight, text, code);
    if (painter_.width(look_.fonts.mono, code) > text.width()) tooltipOver(look_, line, code);
    ImGui::SetCursorScreenPos(card.min);
    ImGui::Dummy({1, card.height()});
    return card.height();
}

Rect CodeCard::drawTabs(const Rect& line, bool has_caption) {
    const float gap = look_.px(kBesideTabs);
    const std::string copy = scene_.said(say::lab::CodeCopy{}) + "###copy-code";
    const Rect copy_box = line.fromX(line.max.x - buttonWidth(painter_, copy));
    const std::string copy_tip = scene_.said(commandTooltip(command("copy-code")));
    if (button(painter_, copy_box, copy.c_str(), {.tooltip = copy_tip})) {
        scene_.emit(command("copy-code").action(scene_.state));
    }
    std::array<std::string, kCodeLibraries.size()> texts;
    std::array<std::string, kCodeLibraries.size()> tips;
    for (std::size_t k = 0; k < texts.size(); ++k) {
        const CodeLibraryInfo& library = kCodeLibraries[k];
        const std::string label =
            has_caption ? labelOf(scene_, library) : std::string(library.label);
        texts[k] = fmt::format("{}###code-{}", label, library.name);
        tips[k] =
            scene_.said(say::lab::CodeLibraryTip{.library = Verbatim{labelOf(scene_, library)},
                                                 .key = firstKey(command("code-library"))});
    }
    const auto labels = pointersTo(texts);
    float x = line.min.x;
    const float tabs = segmentedWidth(painter_, labels);
    if (has_caption) {
        const std::string caption = scene_.said(say::lab::Code{});
        const float width = painter_.width(look_.fonts.caption, caption) + gap;
        if (x + width + tabs + gap <= copy_box.min.x) {
            painter_.text(look_.fonts.caption, look_.colors().soft, line, caption);
            x += width;
        }
    }
    const auto now = static_cast<int>(scene_.preferences().code_library);
    const int chosen =
        segmented(painter_, {x, line.min.y}, line.height(), labels, now, pointersTo(tips));
    if (chosen >= 0 && chosen != now) {
        scene_.emit(Change(&Preferences::code_library, kCodeLibraries[asSize(chosen)].library));
    }
    return line.betweenX(x + tabs + gap, copy_box.min.x - gap);
}

void CodeCard::drawHeading(const Rect& line) {
    const Rect beside = drawTabs(line, true);
    const std::string note = scene_.said(say::lab::CodeNote{});
    ImFont* const font = look_.fonts.small_text;
    if (painter_.width(font, note) <= beside.width()) {
        painter_.text(font, look_.colors().soft, beside, note);
    }
}

float CodeCard::scrollOf(float height) const {
    const Range stage = code_.of_stage;
    const float from = tops_[asSize(stage.begin)];
    const float to = tops_[asSize(stage.end)];
    // The stage stands in the middle; of one that is too high the end is shown.
    const float wished = to - from > height ? to - height : (from + to - height) / 2;
    const auto next = std::lower_bound(tops_.begin(), tops_.end(), wished - 1);
    return next == tops_.end() ? 0 : *next;
}

void CodeCard::drawCode(const Rect& box) {
    const Range stage = code_.of_stage;
    const auto shown = static_cast<ImGuiID>(
        ImHashStr(fmt::format("{} {} {} {}", static_cast<int>(scene_.preferences().code_library),
                              stage.begin, code_.lines.size(), box.height())
                      .c_str()));
    if (beginLines("##code", box, shown, scrollOf(box.height()))) {
        const ImVec2 at{box.min.x, box.min.y - ImGui::GetScrollY()};
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            if (at.y + tops_[line + 1] < box.min.y || at.y + tops_[line] > box.max.y) continue;
            drawCodeLine(line, {at.x, at.y + tops_[line]});
        }
    }
    endLines({box.min.x, box.min.y - ImGui::GetScrollY()}, code_height_);
}

void CodeCard::drawCodeLine(std::size_t line, ImVec2 at) {
    const Theme& c = look_.colors();
    Painter painter(look_);
    const bool is_of_step = code_.is_of_step[line];
    const Rect row = Rect::at(at, {inside(), tops_[line + 1] - tops_[line]});
    const float edge = std::max(1.0f, look_.scale);
    if (is_of_step) painter.fill(row.inset(edge, 0), c.highlight);
    const float side = look_.px(kCodeSide);
    const Color number = is_of_step ? c.on_highlight : c.soft;
    const Rect first = row.top(pitch());
    painter.text(look_.fonts.mono_small, number,
                 {{first.min.x + side, first.min.y},
                  {first.min.x + side + gutter_ - look_.px(kGutterGap), first.max.y}},
                 std::to_string(line + 1), Align::right);
    const ImVec2 code{at.x + side + gutter_, at.y};
    if (!is_of_step) {
        drawLine(painter, code_fonts_, code, lines_[line]);
        return;
    }
    for (const LaidLine::Run& run : lines_[line].runs) {
        const float down = std::floor((pitch() - run.font->FontSize) / 2);
        painter.textAt(run.font, c.on_highlight, {code.x + run.at.x, code.y + run.at.y + down},
                       run.text);
    }
    if (static_cast<Index>(line) + 1 == code_.of_stage.end) {
        const float bar = ImGui::GetStyle().ScrollbarSize;
        painter.text(look_.fonts.mono, c.on_highlight, first.untilX(first.max.x - side - bar),
                     code_.shape, Align::right);
    }
}

void CodeCard::drawPrint(const Rect& box) {
    const float about = std::min(about_, box.width() / 3);
    drawAboutPrint(box.left(about));
    const Rect beside = box.fromX(box.min.x + about);
    if (is_hidden_) {
        drawHiddenBox(scene_, painter_, beside.min, beside.width(),
                      whyHidden(scene_.state, Quantity{.id = stageInFocus(scene_.state)}));
    } else if (code_.is_too_large) {
        painter_.textFitted(look_.fonts.small_text, look_.colors().soft, beside.top(printPitch()),
                            scene_.said(say::lab::CodeTooLarge{}));
    } else {
        drawPrinted(beside);
    }
}

void CodeCard::drawAboutPrint(const Rect& column) {
    const Theme& c = look_.colors();
    const Fonts& fonts = look_.fonts;
    float y = column.min.y;
    const auto say = [&](ImFont* font, Color color, const Message& words) {
        painter_.textFitted(font, color, column.betweenY(y, y + printPitch()), scene_.said(words));
        y += printPitch();
    };
    say(fonts.small_text, c.soft, printsWords(scene_));
    if (is_hidden_ || code_.is_too_large) return;
    if (isTextbook(scene_) && scene_.document().dtype != DType::float64) {
        say(fonts.small_text, c.soft, say::lab::CodeInDouble{});
    }
    if (!code_.expected) return;
    const Index all = *code_.expected;
    if (code_.met == all) {
        say(fonts.strong_small, c.good, say::lab::CodeMatches{});
        say(fonts.small_text, c.soft, say::lab::CodeNumbers{.n = Count{code_.met}, .of = all});
    } else {
        say(fonts.small_text, c.soft, say::lab::CodeDiffers{.n = Count{code_.met}, .of = all});
    }
}

void CodeCard::drawPrinted(const Rect& box) {
    const auto target = explainedTarget(scene_.state);
    const MatrixId stage = stageInFocus(scene_.state);
    const bool has_number = target && target->id == stage;
    const Index head = has_number && info(stage).per_head ? target->head : 0;
    const PrintedNumber* const number = has_number ? code_.find(head, target->cell) : nullptr;
    const float height = static_cast<float>(code_.print.size()) * printPitch();
    const float line = number == nullptr ? 0 : static_cast<float>(number->line) * printPitch();
    const auto shown = static_cast<ImGuiID>(
        ImHashStr(fmt::format("{} {} {} {}", static_cast<int>(scene_.preferences().code_library),
                              static_cast<int>(stage), line, box.height())
                      .c_str()));
    const float lines = std::floor(box.height() / printPitch());
    const float above = std::floor(std::max(lines - 1, 0.0f) / 2) * printPitch();
    const bool is_drawn = beginLines("##print", box, shown, std::max(line - above, 0.0f));
    const ImVec2 at{box.min.x, box.min.y - ImGui::GetScrollY()};
    if (is_drawn) {
        const PrintWindow window = windowOf(box.width(), number);
        for (std::size_t k = 0; k < code_.print.size(); ++k) {
            const float y = at.y + static_cast<float>(k) * printPitch();
            if (y + printPitch() < box.min.y || y > box.max.y) continue;
            const bool has_number_here = number != nullptr && number->line == k;
            drawPrintedLine(k, window, {at.x, y}, has_number_here ? number : nullptr);
        }
    }
    endLines(at, height);
}

/// Where lines are too wide, the number in focus is in the middle of the window.
CodeCard::PrintWindow CodeCard::windowOf(float width, const PrintedNumber* number) const {
    const float room = width - ImGui::GetStyle().ScrollbarSize;
    const auto most = static_cast<std::size_t>(room / print_font_->GetCharAdvance('0'));
    std::size_t longest = 0;
    for (const std::string& text : code_.print) longest = std::max(longest, text.size());
    if (longest <= most || most < kLeastPrintWindow) return {0, longest};
    const std::size_t count = most - 2;  // between two signs of what is left out
    const std::size_t middle = number == nullptr ? 0 : number->begin + number->length / 2;
    std::size_t first = middle > count / 2 ? middle - count / 2 : 0;
    if (number != nullptr) first = std::min(first, number->begin);  // it may be longer than a line
    return {std::min(first, longest - count), count};
}

void CodeCard::drawPrintedLine(std::size_t line, const PrintWindow& window, ImVec2 at,
                               const PrintedNumber* number) {
    const Theme& c = look_.colors();
    Painter painter(look_);
    const std::string& whole = code_.print[line];
    const std::size_t end = std::min(window.first + window.count, whole.size());
    const std::string text = withoutPartsOfNumbers(whole, window.first, end);
    const auto put = [&](ImFont* font, std::string_view part) {
        if (part.empty()) return;
        const float down = std::floor((print_font_->FontSize - font->FontSize) / 2);
        at.x += painter.textAt(font, c.ink, {at.x, at.y + down}, part);
    };
    if (window.first > 0) put(print_font_, kLeftOutSign);
    if (number == nullptr) {
        put(print_font_, text);
    } else {
        const std::size_t begin = number->begin - window.first;
        const std::size_t after = std::min(begin + number->length, text.size());
        put(print_font_, std::string_view(text).substr(0, begin));
        put(print_bold_, std::string_view(text).substr(begin, after - begin));
        put(print_font_, std::string_view(text).substr(after));
    }
    if (end < whole.size()) put(print_font_, kLeftOutSign);
}

}  // namespace lookback

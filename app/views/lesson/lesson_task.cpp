#include "app/views/lesson/lesson_task.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/lesson/lesson_choices.h"
#include "app/views/shared/gestures.h"
#include "app/widgets/fields.h"
#include "app/widgets/tooltip.h"
#include "app/widgets/typed_answer.h"
#include "core/base/text.h"
#include "core/explain/explain.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "messages/faults.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr float kTaskPad = 13;
constexpr float kAnswerField = 104;
constexpr float kReplyPad = 10;
constexpr float kConditionSign = 19;
constexpr float kOutcomeBetween = 14;
constexpr float kLeastOutcome = 62;
constexpr Index kMostRightCells = 4;     ///< that are named one by one
constexpr std::size_t kMostTokens = 24;  ///< that are buttons

/// A value beside its label: what was said, and what it is.
struct Outcome {
    Message label;
    std::string value;
    bool is_result = false;
};

class TaskBox {
public:
    TaskBox(const Scene& scene, CardColumn& column, bool is_caption = false)
        : scene_(scene),
          look_(scene.look),
          shown_(scene.state.lesson),
          column_(column),
          task_(*scene.state.lesson.asked()),
          is_caption_(is_caption) {}

    /// Puts the whole task into a frame.
    void put() {
        const ImVec2 top = column_.pen();
        const float width = column_.width();
        column_.gap(kTaskPad - 2);
        column_.indent(kTaskPad);
        question();
        answers();
        replies();
        column_.indent(-kTaskPad);
        column_.gap(kTaskPad - 5);
        if (column_.draws()) {
            const Theme& c = look_.colors();
            const bool is_open = shown_.isOpen();
            column_.painter().outline({top, {top.x + width, column_.bottom()}},
                                      is_open ? c.ink : c.line, look_.px(7),
                                      std::max(1.0f, look_.px(is_open ? 1.5f : 1)));
        }
        column_.gap(10);
    }

    void question() {
        TextLine line;
        if (shown_.task.isDone()) {
            line.push_back({shown_.task.is_solved ? "\u2713 " : "\u2192 ", Ink::value, true});
        }
        line.push_back({said(kindOfTask()) + " ", Ink::plain, true});
        const TextLine ask = scene_.wording().line(shown_.entered.ask);
        line.insert(line.end(), ask.begin(), ask.end());
        column_.paragraph(fonts(), line);
        column_.gap(7);
    }

    /// Puts what one answers with. The buttons of an open task keep their place whatever is
    /// replied.
    void answers() {
        if (shown_.fault) return fault();
        if (const auto* const number = std::get_if<NumberTask>(&task_.kind)) {
            if (shown_.isOpen()) field(*number);
        } else if (const auto* const cell = std::get_if<CellTask>(&task_.kind)) {
            if (shown_.isOpen()) {
                soft(howToAnswer(*cell));
                if (cell->asks_token) tokens();
            }
        } else if (std::holds_alternative<ChoiceTask>(task_.kind)) {
            putLessonChoices(scene_, column_, is_caption_);
            if (scene_.place().counts_hands) soft(say::player::Counting{});
        } else {
            for (const ConditionState& condition : shown_.conditions) this->condition(condition);
            column_.gap(4);
        }
        if (shown_.isOpen()) buttons();
        const std::vector<Message>& fault = scene_.hands.answer.fault;
        if (!fault.empty() && shown_.asks<NumberTask>() != nullptr) {
            column_.paragraph(smallFonts(), {{scene_.said(fault), Ink::key}});
            column_.gap(5);
        }
    }

    /// Puts what is said of the answer, and what was asked for.
    void replies() {
        if (shown_.fault) return;
        outcome();
        reply();
        hints();
        then();
        if (!shown_.isOpen()) buttons();
    }

private:
    [[nodiscard]] LineFonts fonts() const { return sentenceFonts(look_); }
    [[nodiscard]] LineFonts smallFonts() const { return smallSentenceFonts(look_); }
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    void soft(const Message& message) {
        column_.paragraph(smallFonts(), {{said(message), Ink::soft}});
        column_.gap(5);
    }

    [[nodiscard]] Message kindOfTask() const {
        if (std::holds_alternative<NumberTask>(task_.kind)) return say::player::Predict{};
        if (std::holds_alternative<ChoiceTask>(task_.kind)) return say::player::Choose{};
        if (std::holds_alternative<MakeTask>(task_.kind)) return say::player::Make{};
        const auto& cell = std::get<CellTask>(task_.kind);
        return cell.is_visible ? Message(say::player::Find{}) : Message(say::player::Predict{});
    }

    /// Names the matrix where it matters: a pair may be named in any matrix of pairs.
    [[nodiscard]] static Message howToAnswer(const CellTask& cell) {
        if (cell.asks_token) return say::player::ClickToken{};
        const QuantityPath* const path = cell.cells.asPath();
        const bool is_named = path != nullptr && path->matrix && !isOfPairs(*path->matrix);
        if (!is_named) return say::player::ClickCell{};
        return say::player::ClickCellOf{.matrix = allOf(*path->matrix)};
    }

    /// Says that the numbers on the screen, which somebody has changed, cannot be asked about.
    void fault() {
        soft(say::player::NotOfTheseNumbers{});
        commandButton("begin-step-again", say::player::BeginStep{}, "begin-step",
                      ButtonKind::strong);
        column_.endButtons();
    }

    /// Draws the tokens as buttons: on a slide, and in a narrow window, there are no chips.
    void tokens() {
        const std::vector<std::string>& labels = scene_.labels();
        for (std::size_t k = 0; k < std::min(labels.size(), kMostTokens); ++k) {
            const std::string label = fmt::format("{}###answer-token-{}", labels[k], k);
            if (column_.button({.label = label})) {
                scene_.emit(AnswerTask{AnsweredToken{static_cast<Index>(k)}});
            }
        }
        column_.endButtons();
    }

    // --- a number ---

    void field(const NumberTask& number) {
        const Rect box = column_.takeInRow(look_.px(kAnswerField));
        TypedAnswer& typed = scene_.hands.answer;
        const bool is_pressed =
            column_.button({.label = said(say::player::Check{}) + "###check",
                            .kind = ButtonKind::strong,
                            .tooltip = said(commandTooltip(command("check-answer")))});
        if (!column_.draws()) return;
        const bool is_waiting = awaitsCharacters();
        takeTyped(typed, is_waiting);
        const bool fresh = std::exchange(typed.wants_keyboard, false);
        const FieldEvents events = textField(column_.painter(), box, "##answer", typed.text,
                                             look_.fonts.mono, fresh, is_waiting);
        if (!ImGui::IsItemActive()) tooltip(look_, said(say::player::AnswerTip{}));
        if (is_waiting && typed.text.empty()) caret(box);
        drag(number, typed);
        if (events.edited) typed.fault.clear();
        const bool is_entered = std::exchange(typed.is_entered, false);
        if (events.entered || is_pressed || is_entered) {
            check(number, typed);
        } else {
            leaveEmpty(typed);
        }
    }

    /// True where nothing else takes what is typed, so that it begins the answer.
    [[nodiscard]] bool awaitsCharacters() const {
        const bool is_menu_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
        const Hands& hands = scene_.hands;
        return ImGui::GetActiveID() == 0 && hands.isIdle() && !hands.hasSheet() && !is_menu_open;
    }

    /// Marks where the first character of the answer comes.
    void caret(const Rect& box) {
        const float x = box.min.x + look_.px(7);
        const float above = look_.px(6);
        column_.painter().line({x, box.min.y + above}, {x, box.max.y - above}, look_.colors().ink,
                               std::max(1.0f, look_.px(1)));
    }

    /// Leaves the keyboard to the keys while the field is empty: none of them is meant for it. A
    /// field that a finger touched keeps it, as the keyboard on the screen comes with it.
    static void leaveEmpty(const TypedAnswer& typed) {
        const bool is_empty = typed.text.empty() && typed.awaiting.empty();
        const bool is_held = ImGui::IsMouseDown(ImGuiMouseButton_Left);
        const bool is_touched = ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen;
        if (is_empty && !is_held && !is_touched && ImGui::IsItemActive()) ImGui::ClearActiveID();
    }

    /// Changes the number while the mouse drags its field sideways, as it drags all numbers: an
    /// answer needs no keyboard.
    void drag(const NumberTask& number, TypedAnswer& typed) {
        Hands& hands = scene_.hands;
        float by = ImGui::GetIO().MouseDelta.x;
        if (hands.isIdle() && ImGui::IsItemActive() &&
            ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
            const Result<double> before = parseAnswer(typed.text, number.unit);
            const bool is_number = before && std::isfinite(*before);
            hands.gesture = AnswerDrag{is_number ? *before : 0, typed.text};
            by = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x;
            ImGui::ClearActiveID();  // the drag selects no text
        }
        auto* const dragging = hands.doing<AnswerDrag>();
        if (dragging == nullptr) return;
        hands.is_gesture_shown = true;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        dragging->number += static_cast<double>(by) * dragStep(look_);
        const double ten_thousandths = std::round(dragging->number * 1e4);
        typed.text = number.unit == AnswerUnit::percent
                         ? fmt::format("{:.10g}%", ten_thousandths / 1e2)
                         : fmt::format("{:.10g}", ten_thousandths / 1e4);
        typed.fault.clear();
    }

    /// True for a character with which a number begins. While hands are counted digits count.
    [[nodiscard]] bool beginsAnswer(ImWchar one) const {
        constexpr std::u32string_view kSigns = U"+-\u2212.,(\u221e";
        if (one >= '0' && one <= '9') return !scene_.place().counts_hands;
        return kSigns.find(static_cast<char32_t>(one)) != std::u32string_view::npos;
    }

    /// A character that begins a number and that no other field takes begins the answer. It and
    /// what is typed after it wait until the field has the keyboard, for a field takes no
    /// characters in the frame in which it gets it.
    void takeTyped(TypedAnswer& typed, bool is_waiting) const {
        ImVector<ImWchar>& characters = ImGui::GetIO().InputQueueCharacters;
        if (is_waiting) {
            for (const ImWchar one : characters) {
                if (typed.awaiting.empty() && !beginsAnswer(one)) continue;
                typed.awaiting += static_cast<char32_t>(one);
            }
            if (!typed.awaiting.empty()) typed.wants_keyboard = true;
            return;
        }
        const std::u32string awaiting = std::exchange(typed.awaiting, U"");
        if (ImGui::GetActiveID() != ImGui::GetID("##answer")) return;
        for (std::size_t k = 0; k < awaiting.size(); ++k) {
            characters.insert(characters.begin() + k, static_cast<ImWchar>(awaiting[k]));
        }
    }

    /// Gives the typed number as the answer; the keyboard goes back to the keys. A text that is no
    /// number keeps it.
    void check(const NumberTask& number, TypedAnswer& typed) {
        if (!typed.awaiting.empty()) {
            typed.is_entered = true;
            return;
        }
        if (typed.text.find_first_not_of(' ') == std::string::npos) return;
        const Result<double> answer = parseAnswer(typed.text, number.unit);
        if (answer && !std::isnan(*answer)) {
            typed.fault.clear();
            if (ImGui::IsItemActive()) ImGui::ClearActiveID();
            scene_.emit(AnswerTask{*answer});
            return;
        }
        typed.wants_keyboard = true;
        if (answer) {
            typed.fault = {say::faults::NotReadable{}};
        } else {
            typed.fault = {answer.error().message};
        }
    }

    // --- conditions ---

    void condition(const ConditionState& condition) {
        Painter& painter = column_.painter();
        const Theme& c = look_.colors();
        TextLine words = std::visit([&](const auto& label) { return scene_.wording().line(label); },
                                    condition.label);
        if (condition.present) {
            words.push_back({"  " + said(*condition.present), Ink::soft});
        }
        const float from = look_.px(kConditionSign);
        const float room = column_.width() - from;
        const float high = measuredLine(painter, fonts(), room, words).height;
        const Rect box = column_.take(high, look_.px(4));
        if (!column_.draws()) return;
        const Rect sign = box.top(lineHeight(fonts())).left(from);
        if (condition.holds) {
            painter.text(look_.fonts.strong, c.good, sign, "\u2713");
        } else {
            const ImVec2 middle{sign.min.x + look_.px(6), sign.center().y};
            painter.circle(middle, look_.px(4.5f), c.bad, std::max(1.5f, look_.px(1.8f)));
        }
        setLine(painter, fonts(), {box.min.x + from, box.min.y}, room, words);
    }

    // --- what was said, and what it is ---

    [[nodiscard]] std::string written(const TaskAnswer& answer) const {
        if (const auto* const number = std::get_if<double>(&answer)) {
            const auto* const asked = std::get_if<NumberTask>(&task_.kind);
            const bool is_share = asked != nullptr && asked->unit == AnswerUnit::percent;
            return is_share ? formatPercent(*number) : formatAnswer(*number);
        }
        const std::vector<std::string>& labels = scene_.labels();
        if (const auto* const token = std::get_if<AnsweredToken>(&answer)) {
            const bool is_there = token->place < std::ssize(labels);
            return is_there ? labels[asSize(token->place)] : std::string("?");
        }
        if (const auto* const cell = std::get_if<AnsweredCell>(&answer)) {
            // A session may keep an answer to a lesson that has changed since.
            const bool has_head = cell->head < scene_.document().heads;
            const MatrixView values =
                has_head ? scene_.shown().matrix(cell->id, cell->head) : MatrixView();
            const bool is_there = cell->cell.row < values.rows() && cell->cell.col < values.cols();
            if (!is_there) return "?";
            return withSigns(cellName(scene_.document(), labels, cell->id, cell->head, cell->cell,
                                      scene_.preferences().conventions));
        }
        return "";
    }

    [[nodiscard]] std::string rightInWords() const {
        if (shown_.right.empty()) return "?";
        std::string words;
        const auto most = std::min<std::size_t>(shown_.right.size(), kMostRightCells);
        for (std::size_t k = 0; k < most; ++k) {
            words += (k > 0 ? ", " : "") + written(shown_.right[k]);
        }
        return words + (shown_.right.size() > most ? ", \u2026" : "");
    }

    void outcome() {
        const bool is_chosen = std::holds_alternative<ChoiceTask>(task_.kind);
        const bool is_made = std::holds_alternative<MakeTask>(task_.kind);
        if (is_chosen || is_made || (!shown_.task.first && shown_.isOpen())) return;
        std::vector<Outcome> outcomes;
        if (shown_.task.first) {
            outcomes.push_back({say::player::YouSaid{.n = answersGiven(shown_.task)},
                                written(*shown_.task.first)});
            if (shown_.task.last != shown_.task.first) {
                outcomes.push_back({say::player::ThenYouSaid{}, written(*shown_.task.last)});
            }
        }
        outcomes.push_back({say::player::ItIs{}, rightInWords(), true});
        row(outcomes);
    }

    /// Puts the values in boxes side by side; one that is wider than the column is a sentence.
    void row(const std::vector<Outcome>& outcomes) {
        const bool has_room = std::all_of(outcomes.begin(), outcomes.end(), [&](const auto& one) {
            return widthOf(one.value) <= column_.width();
        });
        if (has_room) return boxes(outcomes);
        for (const Outcome& one : outcomes) {
            column_.paragraph(fonts(), {{said(one.label) + " ", Ink::soft},
                                        {one.value, Ink::plain, one.is_result}});
        }
        column_.gap(8);
    }

    [[nodiscard]] float widthOf(const std::string& value) const {
        return column_.painter().width(look_.fonts.mono, value) + look_.px(18);
    }

    void boxes(const std::vector<Outcome>& outcomes) {
        Painter& painter = column_.painter();
        const Theme& c = look_.colors();
        const float high = look_.px(26);
        const float label_high = look_.fonts.small_text->FontSize + look_.px(3);
        const float gap = look_.px(kOutcomeBetween);
        float x = 0;
        Rect line = column_.take(label_high + high, look_.px(9));
        for (const Outcome& one : outcomes) {
            const std::string label = said(one.label);
            const float wide = std::min(std::max({painter.width(look_.fonts.small_text, label),
                                                  widthOf(one.value), look_.px(kLeastOutcome)}),
                                        column_.width());
            if (x > 0 && x + wide > column_.width()) {
                x = 0;
                line = column_.take(label_high + high, look_.px(9));
            }
            if (column_.draws()) {
                const Rect place = line.betweenX(line.min.x + x, line.min.x + x + wide);
                painter.text(look_.fonts.small_text, c.soft, place.top(label_high - look_.px(3)),
                             label);
                const Rect box = place.fromY(place.min.y + label_high);
                if (one.is_result && shown_.isOpen()) {
                    painter.dotted(box, c.soft);
                } else {
                    painter.outline(box, c.line, look_.px(5), std::max(1.0f, look_.px(1)));
                }
                painter.textFitted(one.is_result ? look_.fonts.mono_bold : look_.fonts.mono, c.ink,
                                   box.inset(look_.px(4), 0), one.value, Align::center);
            }
            x += wide + gap;
        }
    }

    // --- replies ---

    void tinted(const TextLine& words, Color ground, Color edge) {
        Painter& painter = column_.painter();
        const float pad = look_.px(kReplyPad);
        const float room = column_.width() - 2 * pad;
        const float high = measuredLine(painter, fonts(), room, words).height;
        const Rect box = column_.take(high + 2 * look_.px(8), look_.px(8));
        if (!column_.draws()) return;
        painter.fill(box, ground, look_.px(7));
        painter.outline(box, edge, look_.px(7), std::max(1.0f, look_.px(1)));
        setLine(painter, fonts(), {box.min.x + pad, box.min.y + look_.px(8)}, room, words);
    }

    void reply() {
        if (!shown_.replied) return;
        const Theme& c = look_.colors();
        TextLine words = shown_.named ? scene_.wording().line(*shown_.named)
                                      : scene_.wording().line(shown_.reply);
        if (shown_.is_reply_right) {
            if (words.empty()) words = {{said(say::player::Right{})}};
            return tinted(words, mix(c.panel, c.good, 0.12f), mix(c.panel, c.good, 0.4f));
        }
        if (shown_.task.isDone()) return;
        if (words.empty()) {
            words = {{said(shown_.hasHint()         ? Message(say::player::NotRightHint{})
                           : shown_.mayShowAnswer() ? Message(say::player::NotRight{})
                                                    : Message(say::player::NotRightPlain{}))}};
        }
        tinted(words, c.leak_ground, c.leak_line);
    }

    void hints() {
        if (shown_.task.isDone()) return;
        for (const FilledText& hint : shown_.hints) {
            TextLine line{{said(say::player::HintLabel{}) + " ", Ink::soft, true}};
            const TextLine words = scene_.wording().line(hint);
            line.insert(line.end(), words.begin(), words.end());
            column_.paragraph(fonts(), line);
            column_.gap(7);
        }
    }

    void then() {
        const TextLine words = scene_.wording().line(shown_.then);
        if (words.empty()) return;
        column_.paragraph(fonts(), words);
        column_.gap(8);
    }

    // --- buttons ---

    void commandButton(std::string_view name, const Message& label, std::string_view id,
                       ButtonKind kind = ButtonKind::plain) {
        const Command& row = command(name);
        if (column_.button({.label = scene_.labelled(label, id),
                            .kind = kind,
                            .tooltip = said(commandTooltip(row))})) {
            scene_.emit(row.action(scene_.state));
        }
    }

    /// Other numbers can be drawn for an experiment, and for a document that was drawn.
    [[nodiscard]] bool canBeDrawn() const {
        const GuidedLesson& lesson = *shown_.lesson();
        return lesson.subject() == LessonSubject::experiment || lesson.document()->draw.has_value();
    }

    void buttons() {
        const bool is_choice = std::holds_alternative<ChoiceTask>(task_.kind);
        if (shown_.hasHint()) commandButton("show-hint", say::player::Hint{}, "hint");
        if (shown_.mayShowAnswer()) commandButton("show-answer", say::player::ShowMe{}, "show-me");
        if (is_choice && scene_.place().presenting) {
            const Message label = scene_.place().counts_hands ? Message(say::player::EndCounting{})
                                                              : Message(say::player::CountHands{});
            commandButton("count-hands", label, "count-hands");
        }
        if (!shown_.isOpen() && canBeDrawn()) {
            commandButton("another-draw", say::player::Another{}, "another");
        }
        column_.endButtons();
    }

    const Scene& scene_;
    const Look& look_;
    const ShownLesson& shown_;
    CardColumn& column_;
    const LessonTask& task_;
    bool is_caption_;
};

}  // namespace

void putLessonTask(const Scene& scene, CardColumn& column) {
    if (scene.state.lesson.asked() != nullptr) TaskBox(scene, column).put();
}

void putLessonTask(const Scene& scene, CardColumn& left, CardColumn& right) {
    if (scene.state.lesson.asked() == nullptr) return;
    const bool is_choice = scene.state.lesson.asks<ChoiceTask>() != nullptr;
    TaskBox(scene, is_choice ? left : right, true).question();
    TaskBox(scene, right, true).answers();
    TaskBox(scene, left.bottom() < right.bottom() ? left : right, true).replies();
}

}  // namespace lookback

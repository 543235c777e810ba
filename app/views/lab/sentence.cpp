#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/look/drawn_shapes.h"
#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/update/action.h"
#include "app/views/edit/token_marks.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/moving_signs.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/document/labels.h"
#include "core/lesson/guided_lesson.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/lab.h"

namespace lookback {
namespace {

class Chips {
public:
    Chips(const Scene& scene, Painter& painter, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          region_(region),
          pen_(region.min),
          marks_(scene) {}

    float draw() {
        const AxisRange shown = scene_.shownTokens();
        if (shown.count < scene_.document().n()) sayWhich(shown);
        for (Index at = shown.first; at < shown.first + shown.count; ++at) {
            if (isNamed(at)) {
                nameField();
            } else {
                chip(at);
            }
        }
        const auto* naming = scene_.hands.doing<TokenNaming>();
        if (naming != nullptr && naming->is_new) {
            nameField();
        } else {
            addButton();
        }
        return pen_.y + height() - region_.min.y;
    }

private:
    [[nodiscard]] float height() const { return look_.px(33); }

    [[nodiscard]] bool isNamed(Index at) const {
        const auto* naming = scene_.hands.doing<TokenNaming>();
        return naming != nullptr && !naming->is_new && naming->at == at;
    }

    /// Draws which tokens of a long sentence are on screen; the others appear when the matrices
    /// are scrolled.
    void sayWhich(const AxisRange& shown) {
        ImFont* const font = look_.fonts.small_text;
        painter_.textFitted(
            font, look_.colors().soft, {pen_, {region_.max.x, pen_.y + font->FontSize}},
            scene_.said(say::lab::ShownTokens{.first = Count{shown.first + 1},
                                              .last = Count{shown.first + shown.count},
                                              .n = Count{scene_.document().n()}}));
        pen_.y += font->FontSize + look_.px(6);
    }

    Rect place(float width) {
        width = std::min(width, region_.width());
        if (pen_.x > region_.min.x && pen_.x + width > region_.max.x) {
            pen_ = {region_.min.x, pen_.y + height() + look_.px(8)};
        }
        const Rect box = Rect::at(pen_, {width, height()});
        pen_.x = box.max.x + look_.px(8);
        return box;
    }

    void chip(Index at) {
        const Theme& c = look_.colors();
        const std::string& word = scene_.labels()[static_cast<std::size_t>(at)];
        const bool selected = at == scene_.token();
        const float marks = marks_.empty() ? 0 : marks_.width() + look_.px(5);
        const float wide = painter_.width(look_.fonts.text, word) + 2 * look_.px(14);
        const Rect whole = place(std::max(wide, look_.px(34)) + marks);
        const Rect box = whole.untilX(whole.max.x - marks);
        ImGui::SetCursorScreenPos(box.min);
        const bool clicked = ImGui::InvisibleButton(fmt::format("{}###token{}", word, at).c_str(),
                                                    {box.width(), box.height()});
        const bool hovered = ImGui::IsItemHovered();
        if (hovered) scene_.hands.hovered_token_next = at;
        if (clicked) chooseToken(scene_, at);
        if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            scene_.emit(NameToken{at});
        }
        if (!scene_.state.lesson.locks(DocumentPart::tokens)) reorder(at);
        const bool pointed = scene_.hands.hovered_token == at || isPointedAt(at);
        const DrawnPart drawn(painter_);
        painter_.fill(whole, selected ? c.chip : pointed ? c.hover : c.panel, look_.px(7));
        painter_.outline(whole,
                         selected  ? c.query
                         : pointed ? c.soft
                                   : c.line,
                         look_.px(7), std::max(1.0f, look_.px(selected ? 1.5f : 1)));
        painter_.textFitted(look_.fonts.text, selected ? c.query : c.ink, box.inset(look_.px(8), 0),
                            word, Align::center);
        if (isUnlearned(at)) {
            painter_.fill(whole.bottom(look_.px(3)).inset(look_.px(7), 0), c.key, look_.px(1.5f));
        }
        const ImVec2 by = wayOfChip(scene_.motion, at, box.center());
        if (by.x != 0 || by.y != 0) {
            drawn.move([by](ImVec2 corner, bool) {
                return ImVec2{corner.x + by.x, corner.y + by.y};
            });
        }
        sayWhatItDoes(at, box);
        const float inset = look_.px(6);
        marks_.draw(painter_, at,
                    {{box.max.x, whole.min.y + inset}, {whole.max.x, whole.max.y - inset}});
    }

    /// True where a trained model lacked the word when its embeddings were taken.
    [[nodiscard]] bool isUnlearned(Index at) const {
        const std::vector<std::string>& words =
            scene_.state.document_work.history.current().unlearned;
        const std::string& word = scene_.document().tokens[asSize(at)];
        return std::find(words.begin(), words.end(), word) != words.end();
    }

    /// Shows the tooltip of a chip: its gestures, and the whole token if the chip shows a part.
    void sayWhatItDoes(Index at, const Rect& box) {
        if (!wantsTooltip()) return;
        std::string hands = scene_.said(say::lab::ChipTip{});
        if (isUnlearned(at)) {
            hands = scene_.said(say::lab::Unlearned{}).append("\n").append(hands);
        }
        const std::string& token = scene_.document().tokens[static_cast<std::size_t>(at)];
        const std::string& label = scene_.labels()[static_cast<std::size_t>(at)];
        const bool is_cut = painter_.width(look_.fonts.text, label) > box.width() - look_.px(16) ||
                            shortenedTo(token, kLongestWord) != token;
        if (is_cut) {
            tooltip(look_, shortenedTo(token, kLongestWholeWord),
                    {.pale = hands, .place = TooltipPlace::beside_panel});
        } else {
            tooltip(look_, hands, {.place = TooltipPlace::beside_panel});
        }
    }

    /// True if the cell under the pointer, or the locked cell, belongs to this token.
    [[nodiscard]] bool isPointedAt(Index at) const {
        const auto target = scene_.place().locked ? scene_.place().locked : scene_.hands.hovered;
        if (!target) return false;
        const MatrixInfo& matrix = info(target->id);
        return (matrix.rows == Axis::token && target->cell.row == at) ||
               (matrix.cols == Axis::token && target->cell.col == at);
    }

    /// Moves a token with its embedding when its chip is dragged to another place.
    void reorder(Index at) {
        markDragged(look_);
        if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoPreviewTooltip)) {
            ImGui::SetDragDropPayload("token", &at, sizeof at);
            ImGui::EndDragDropSource();
        }
        if (ImGui::BeginDragDropTarget()) {
            if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload("token")) {
                const Index from = *static_cast<const Index*>(payload->Data);
                if (from != at) scene_.emit(MoveToken{from, at});
            }
            ImGui::EndDragDropTarget();
        }
    }

    void nameField() {
        TokenNaming& naming = *scene_.hands.doing<TokenNaming>();
        scene_.hands.is_gesture_shown = true;
        const float wide = painter_.width(look_.fonts.text, naming.text) + look_.px(40);
        const Rect box = place(std::max(wide, look_.px(90)));
        const bool fresh = naming.fresh;
        naming.fresh = false;
        const FieldEvents field =
            textField(painter_, box, "##name", naming.text, look_.fonts.text, fresh);
        const bool is_pressed = !naming.is_new && keepsNumbers(box);
        const bool keeps = is_pressed || (field.entered && ImGui::GetIO().KeyShift);
        if (field.cancelled) {
            cancelGesture(scene_);
        } else if (field.entered || field.tabbed || field.left) {
            naming.draws_numbers = !keeps;
            const bool goes_on = field.entered && naming.is_new && !naming.text.empty();
            const Index next = naming.at + 1;
            finishGesture(scene_);
            if (goes_on) scene_.emit(NameToken{next, true});
        }
    }

    /// Draws the button that renames without new numbers, below the field and over the chips, so
    /// that none of them moves. @return true in the frame in which it is pressed, which is also
    /// that in which the field ends
    bool keepsNumbers(const Rect& field) {
        const std::string label = scene_.labelled(say::lab::KeepNumbers{}, "keep-numbers");
        const std::string tip = scene_.said(say::lab::KeepNumbersTip{});
        const ImVec2 size{buttonWidth(painter_, label), height()};
        const ImVec2 at{std::min(field.min.x, region_.max.x - size.x), field.max.y + look_.px(4)};
        const Rect box = Rect::at(at, size);
        ImGui::SetCursorScreenPos(at);
        ImGui::BeginChild("##below-field", size, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar);
        Painter above(look_);
        button(above, box, label.c_str(), {.tooltip = tip});
        ImGui::EndChild();
        return ImGui::IsMouseClicked(ImGuiMouseButton_Left) && box.contains(ImGui::GetMousePos());
    }

    void addButton() {
        if (scene_.document().n() >= kMaxTokens) return;
        const std::string tip = scene_.said(commandTooltip(command("add-token")));
        const bool is_locked = scene_.state.lesson.locks(DocumentPart::tokens);
        const std::string locked =
            is_locked ? scene_.said(lockedSentence(scene_.state, DocumentPart::tokens)) : "";
        if (button(painter_, place(look_.px(36)), "+##add",
                   {.kind = ButtonKind::dashed,
                    .enabled = !is_locked,
                    .tooltip = is_locked ? locked : tip})) {
            scene_.emit(NameToken{scene_.document().n(), true});
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    Rect region_;
    ImVec2 pen_;
    TokenMarks marks_;
};

/// Draws a text that is being typed over the whole line.
template <class Typing>
void typedLine(const Scene& scene, Painter& painter, const Rect& line, const char* id,
               Typing& typing) {
    scene.hands.is_gesture_shown = true;
    const bool fresh = std::exchange(typing.fresh, false);
    const FieldEvents events =
        textField(painter, line, id, typing.text, scene.look.fonts.text, fresh);
    if (events.cancelled) {
        cancelGesture(scene);
    } else if (events.entered || events.tabbed || events.left) {
        finishGesture(scene);
    }
}

/// The title of the document: that of the lesson, until somebody gives the document another.
std::string titleOfDocument(const Scene& scene) {
    const Document& document = scene.document();
    const GuidedLesson* const guided = scene.state.lesson.lesson();
    const bool is_of_lesson = guided != nullptr && guided->subject() == LessonSubject::document &&
                              document.title == guided->document()->title;
    if (is_of_lesson) return scene.said(guided->title);
    if (document.title.empty()) return scene.said(say::common::Untitled{});
    const LocalText* const shipped = document.lesson ? &document.lesson->title : nullptr;
    return shownTitle(scene.wording(), document.title, shipped);
}

}  // namespace

void drawTitle(const Scene& scene, Painter& painter, const Rect& line) {
    if (auto* typing = scene.hands.doing<TitleTyping>()) {
        return typedLine(scene, painter, line, "##title", *typing);
    }
    const Look& look = scene.look;
    const std::string title = titleOfDocument(scene);
    const float width = painter.width(look.fonts.strong, title) + look.px(12);
    const std::string what = scene.said(commandTooltip(command("type-title")));
    const std::string tip = width > line.width() ? title + "\n" + what : what;
    const Rect box = line.left(std::min(width, line.width()));
    if (choiceBox(painter, box, {.label = "##type-title", .tooltip = tip})) {
        scene.emit(TypeTitle{});
    }
    painter.textFitted(look.fonts.strong, look.colors().ink, box.untilX(line.max.x), title);
}

void drawSentenceHeading(const Scene& scene, Painter& painter, const Rect& line) {
    if (auto* typing = scene.hands.doing<SentenceTyping>()) {
        if (const auto numbers = pastedNumbers()) {
            cancelGesture(scene);
            return scene.emit(PasteNumbers{*numbers});
        }
        return typedLine(scene, painter, line, "##sentence", *typing);
    }
    const Look& look = scene.look;
    const Theme& c = look.colors();
    const std::string heading = scene.said(say::lab::Sentence{});
    ImFont* const font = look.fonts.caption;
    panelHeading(painter, {line.min.x, line.center().y - font->FontSize / 2}, heading, c.soft);
    const Rect box = line.fromX(line.min.x + painter.width(font, heading) + look.px(12));
    const std::string tip = scene.said(commandTooltip(command("type-sentence")));
    if (choiceBox(painter, box, {.label = "##type-sentence", .is_framed = true, .tooltip = tip})) {
        scene.emit(TypeSentence{});
    }
    painter.textFitted(look.fonts.small_text, c.soft, box.inset(look.px(8), 0),
                       scene.said(say::lab::TypeSentence{}));
}

float drawSentence(const Scene& scene, Painter& painter, const Rect& region) {
    return Chips(scene, painter, region).draw();
}

}  // namespace lookback

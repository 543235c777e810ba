#include "app/views/lesson/editor_column.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "core/lesson/document_part.h"
#include "core/words/say.h"
#include "imgui.h"
#include "messages/author.h"

namespace lookback {
namespace {

constexpr float kRowHeight = 30;
constexpr float kRowSide = 8;   ///< from the edges of the row of a number to its words ...
constexpr float kRowAbove = 4;  ///< ... sideways, above and below

/// A part of an experiment, and the fields of its file that belong to it.
struct ExperimentPart {
    std::array<std::string_view, 5> fields;
    Message (*label)();
};
constexpr std::array kExperimentParts{
    ExperimentPart{{"text", "unit", "starts", "context", "held_out"},
                   stated<say::author::PartText>},
    ExperimentPart{{"model", "dtype"}, stated<say::author::PartModel>},
    ExperimentPart{{"twins"}, stated<say::author::PartMasks>},
    ExperimentPart{{"optimizer", "batch", "steps", "seed"}, stated<say::author::PartTraining>},
    ExperimentPart{{"prompt"}, stated<say::author::PartPrompt>},
};

}  // namespace

void EditorColumn::heading(const Message& words) {
    const Look& look = scene.look;
    card.endButtons();
    card.gap(8);
    const Rect line = card.take(look.fonts.caption->FontSize, look.px(9));
    card.painter().textFitted(look.fonts.caption, look.colors().soft, line, said(words));
}

void EditorColumn::soft(const Message& words) {
    card.endButtons();
    card.paragraph(smallSentenceFonts(scene.look), {{said(words), Ink::soft}});
    card.gap(7);
}

void EditorColumn::plain(const Message& words) {
    card.endButtons();
    card.paragraph(sentenceFonts(scene.look), scene.wording().line(words));
    card.gap(7);
}

void EditorColumn::text(const Message& label, const std::string& path, std::size_t lines) {
    const Look& look = scene.look;
    card.endButtons();
    const Rect name = card.take(look.fonts.small_text->FontSize, look.px(3));
    card.painter().textFitted(look.fonts.small_text, look.colors().soft, name, said(label));
    const std::string language(languageOfDraft(scene.state));
    std::string typed = draft.file.words(path, language);
    const float high = textAreaHeight(look, typed, card.width(), lines);
    const Rect box = card.take(high, look.px(9));
    const bool is_passed = std::exchange(passes_focus_, false);
    const bool fresh = wanted_field_ == path || is_passed;
    const std::string id = "##" + path;
    const FieldEvents events = textArea(card.painter(), box, id.c_str(), typed, fresh);
    if (fresh) ImGui::SetScrollHereY();
    if (events.edited) scene.emit(dragged(Change(typeWords, path, typed, language)));
    const bool has_ended = events.left || events.cancelled || events.tabbed;
    if (has_ended) scene.emit(Change<LessonDraft>(endTyping));
    if (events.tabbed_back) {
        scene.hands.draft_field = last_field_;
    } else if (events.tabbed) {
        passes_focus_ = true;
    }
    last_field_ = path;
}

bool EditorColumn::button(const Message& label, std::string_view id, const Message& tip,
                          ButtonKind kind, bool enabled) {
    return card.button({.label = scene.labelled(label, id),
                        .kind = kind,
                        .enabled = enabled,
                        .tooltip = said(tip)});
}

void EditorColumn::pickToggles(std::span<const PickToggle> row, const Message& tip,
                               const std::string& slot_path, const std::optional<Message>& picked) {
    const float above = card.pen().y;
    bool is_any_on = false;
    for (const PickToggle& one : row) {
        const bool is_on = draft.pick == one.kind && draft.slot_path == slot_path;
        is_any_on = is_any_on || is_on;
        if (toggle(one.label, one.id, tip, is_on)) scene.emit(Change(pick, one.kind, slot_path));
    }
    if (is_any_on && draft.isAboutExperiment()) return numbers(above);
    if (is_any_on) return soft(say::author::ClickNumber{});
    if (picked) return soft(*picked);
    if (draft.isAboutExperiment()) return;
    card.endButtons();
    const TextLine words{{said(say::author::ClickNumber{})}};
    card.take(
        measuredLine(card.painter(), smallSentenceFonts(scene.look), card.width(), words).height);
    card.gap(7);
}

void EditorColumn::numbers(float above) {
    soft(say::author::ChooseNumber{});
    const bool is_slot = draft.pick == CellPick::slot;
    const bool needs_value = !is_slot && draft.pick != CellPick::asked;
    for (const ExperimentNumber& row : draft.reading.numbers) {
        if (row.is_words && !is_slot) continue;
        const bool can_be_picked = !needs_value || row.value;
        if (!number(row, can_be_picked)) continue;
        scene.emit(PickNumber{row.expression});
        const bool is_out_of_sight = above < ImGui::GetWindowPos().y;
        if (is_out_of_sight) ImGui::SetScrollFromPosY(above - ImGui::GetWindowPos().y, 0);
    }
    card.gap(7);
}

bool EditorColumn::number(const ExperimentNumber& row, bool can_be_picked) {
    const Look& look = scene.look;
    Painter& painter = card.painter();
    const LineFonts fonts = smallSentenceFonts(look);
    const TextLine value = row.shown ? scene.wording().line(*row.shown) : TextLine();
    const TextLine label{{said(row.words), can_be_picked ? Ink::plain : Ink::soft}};
    const std::string tip =
        said(row.shown ? Message(say::author::NumberTip{.expression = Verbatim{row.expression}})
                       : Message(say::author::NotKnown{}));
    // Tokens stand below their label, a number beside it.
    const std::string digits = row.is_words ? std::string() : plainText(value);
    const float wide = painter.width(look.fonts.mono, digits);
    const float side = look.px(kRowSide);
    const float above = look.px(kRowAbove);
    const float room = card.width() - 2 * side;
    const float label_room = digits.empty() ? room : room - wide - side;
    const float label_high = measuredLine(painter, fonts, label_room, label).height;
    const bool is_below = row.is_words && row.shown;
    const float below = is_below ? measuredLine(painter, fonts, room, value).height : 0;
    const Rect box = card.take(label_high + below + 2 * above, look.px(3));
    const std::string id = "###number-" + row.expression;
    const bool is_pressed =
        choiceBox(painter, box, {.label = id.c_str(), .is_framed = true, .tooltip = tip});
    const ImVec2 at{box.min.x + side, box.min.y + above};
    setLine(painter, fonts, at, label_room, label);
    if (is_below) {
        setLine(painter, fonts, {at.x, at.y + label_high}, room, value);
    } else {
        const Color ink = can_be_picked ? look.colors().ink : look.colors().soft;
        painter.text(look.fonts.mono, ink, box.inset(side, 0).right(wide), digits, Align::right);
    }
    return is_pressed && can_be_picked;
}

int EditorColumn::choices(std::span<const RowChoice> row, int chosen) {
    std::vector<const char*> labels;
    std::vector<const char*> tips;
    for (const RowChoice& choice : row) {
        labels.push_back(choice.label.c_str());
        tips.push_back(choice.tooltip.c_str());
    }
    card.endButtons();
    const float wide = segmentedWidth(card.painter(), labels);
    if (wide <= card.width()) {
        const Rect line = card.take(scene.look.px(kRowHeight), scene.look.px(10));
        return segmented(card.painter(), line.min, line.height(), labels, chosen, tips);
    }
    int pressed = -1;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const bool is_chosen = static_cast<int>(k) == chosen;
        if (card.button({.label = row[k].label,
                         .kind = is_chosen ? ButtonKind::strong : ButtonKind::plain,
                         .tooltip = row[k].tooltip})) {
            pressed = static_cast<int>(k);
        }
    }
    card.endButtons();
    return pressed;
}

std::string EditorColumn::partsOfEdits(const std::string& path) const {
    const std::vector<std::string> fields = draft.file.fields(path);
    std::string words;
    const auto add = [&](const Message& part) {
        words += (words.empty() ? "" : ", ") + said(part);
    };
    const auto has = [&](const auto& belongs) {
        return std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
            return belongs(field.substr(0, field.find_first_of("[.")));
        });
    };
    for (const ExperimentPart& part : kExperimentParts) {
        const bool is_changed =
            draft.isAboutExperiment() && has([&](const std::string& name) {
                return std::find(part.fields.begin(), part.fields.end(), name) != part.fields.end();
            });
        if (is_changed) add(part.label());
    }
    for (const DocumentPartInfo& row : documentParts()) {
        const bool is_changed = !draft.isAboutExperiment() && has([&](const std::string& name) {
            return (name == "flips" ? "mask" : name) == row.name;
        });
        if (is_changed) add(row.label());
    }
    return words;
}

}  // namespace lookback

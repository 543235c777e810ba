#include "app/views/lesson/editor_column.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "core/lesson/document_part.h"
#include "core/words/say.h"
#include "messages/author.h"

namespace lookback {
namespace {

constexpr float kRowHeight = 30;

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

void EditorColumn::pickToggle(const Message& label, std::string_view id, const Message& tip,
                              CellPick kind, const std::string& slot_path) {
    const bool is_on = draft.pick == kind && draft.slot_path == slot_path;
    if (toggle(label, id, tip, is_on)) scene.emit(Change(pick, kind, slot_path));
    if (is_on) soft(say::author::ClickNumber{});
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
    for (const DocumentPartInfo& row : documentParts()) {
        const bool is_changed =
            std::any_of(fields.begin(), fields.end(), [&](const std::string& field) {
                const std::string name = field.substr(0, field.find_first_of("[."));
                return (name == "flips" ? "mask" : name) == row.name;
            });
        if (is_changed) words += (words.empty() ? "" : ", ") + said(row.label());
    }
    return words;
}

}  // namespace lookback

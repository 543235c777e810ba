#include "app/views/lesson/lesson_editor.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/lesson/editor_column.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/tooltip.h"
#include "core/engine/stages.h"
#include "core/io/json_text.h"
#include "core/lesson/document_part.h"
#include "core/lesson/outline.h"
#include "core/words/say.h"
#include "imgui.h"
#include "messages/author.h"

namespace lookback {
namespace {

constexpr float kEditorSide = 14;
constexpr float kEditorAbove = 12;
constexpr float kCloseButton = 28;

/// The parts that a step about a document may lock.
constexpr std::array kLockedParts{
    DocumentPart::tokens,  DocumentPart::embeddings, DocumentPart::positions, DocumentPart::heads,
    DocumentPart::weights, DocumentPart::scale,      DocumentPart::softcap,   DocumentPart::mask,
    DocumentPart::masking, DocumentPart::dtype,      DocumentPart::everything};

void showPage(LessonDraft& draft, EditorPage page) {
    draft.page = page;
    draft.pick = CellPick::none;
    draft.asks_to_discard = false;
}

/// Locks a part, or releases it.
void toggleLocked(LessonDraft& draft, const std::string& part) {
    const std::string list = draft.at("lock");
    for (std::size_t k = 0; k < draft.file.count(list); ++k) {
        if (draft.file.words(joined(list, k), "") == part) {
            return setPart(draft, joined(list, k), "");
        }
    }
    addPart(draft, list, jsonString(part));
}

/// The field that a path of a fault is about, in words; the path itself of other fields.
Argument fieldName(const std::string& path) {
    struct FieldWords {
        std::string_view end;
        Message (*words)();
    };
    static constexpr std::array kFields{
        FieldWords{"title", stated<say::author::Title>},
        FieldWords{"summary", stated<say::author::Summary>},
        FieldWords{"goal", stated<say::author::Goal>},
        FieldWords{"minutes", stated<say::author::Minutes>},
        FieldWords{"steps", stated<say::author::Steps>},
        FieldWords{"ask", stated<say::author::Question>},
        FieldWords{"of", stated<say::author::PickAsked>},
        FieldWords{"choices", stated<say::author::Choices>},
        FieldWords{"all", stated<say::author::Conditions>},
        FieldWords{"solution", stated<say::author::RecordSolution>},
        FieldWords{"task", stated<say::author::Task>},
        FieldWords{"then", stated<say::author::Then>},
        FieldWords{"hint", stated<say::author::Hint>},
        FieldWords{"otherwise", stated<say::author::Otherwise>},
        FieldWords{"hide", stated<say::author::Hide>},
        FieldWords{"lock", stated<say::author::Lock>},
        FieldWords{"text", stated<say::author::Text>},
    };
    const std::string last = path.substr(path.rfind('.') + 1);
    const std::string name = last.substr(0, last.find('['));
    for (const FieldWords& row : kFields) {
        if (row.end == name && path.find("choices[") == std::string::npos) return row.words();
    }
    return Verbatim{path};
}

class LessonEditor {
public:
    LessonEditor(const Scene& scene, CardColumn& column)
        : scene_(scene),
          look_(scene.look),
          draft_(*scene.state.draft),
          file_(draft_.file),
          column_(column),
          parts_(scene, column) {}

    void put() {
        header();
        steps();
        acts();
        pages();
        switch (draft_.page) {
            case EditorPage::step: putDraftStep(parts_); break;
            case EditorPage::lesson: lesson(); break;
            case EditorPage::missing: missing(); break;
        }
        column_.endButtons();
        const bool is_escaped =
            draft_.pick != CellPick::none && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
        if (is_escaped) scene_.emit(Change(pick, draft_.pick, draft_.slot_path));
    }

private:
    [[nodiscard]] std::string said(const Message& words) const { return scene_.said(words); }

    /// Draws where one is, and the button that closes the editor.
    void header() {
        const Rect line = column_.take(look_.px(kCloseButton - 2), look_.px(9));
        const Rect cross = line.right(look_.px(kCloseButton));
        const std::string tip = said(withKey(say::author::CloseTip{}, command("write-lesson")));
        if (button(column_.painter(), cross, "\u00d7###close-editor", {.tooltip = tip})) {
            scene_.emit(CloseLessonEditor{});
        }
        const Message words =
            draft_.hasStep()
                ? Message(say::author::Place{.n = Count{static_cast<Index>(draft_.step) + 1},
                                             .of = Count{static_cast<Index>(draft_.steps())}})
                : Message(say::author::Editor{});
        column_.painter().textFitted(look_.fonts.caption, look_.colors().soft,
                                     line.betweenX(line.min.x, cross.min.x - look_.px(6)),
                                     said(words));
    }

    /// Puts a button for each step, and the one that adds a step.
    void steps() {
        for (std::size_t k = 0; k < draft_.steps(); ++k) {
            const bool is_chosen = k == draft_.step;
            const Message tip = say::author::StepTip{.n = Count{static_cast<Index>(k) + 1}};
            if (column_.button({.label = fmt::format("{}###draft-step-{}", k + 1, k),
                                .kind = is_chosen ? ButtonKind::strong : ButtonKind::plain,
                                .tooltip = said(tip)})) {
                scene_.emit(ChooseDraftStep{k});
            }
        }
        const Command& add = command("add-lesson-step");
        if (column_.button({.label = scene_.labelled(say::author::AddStep{}, "add-step"),
                            .kind = draft_.hasStep() ? ButtonKind::dashed : ButtonKind::strong,
                            .enabled = add.enabled(scene_.state),
                            .tooltip = said(commandTooltip(add))})) {
            scene_.emit(AddDraftStep{});
        }
        column_.endButtons();
    }

    /// Puts what is done with the lesson as a whole.
    void acts() {
        if (parts_.button(say::author::TryIt{}, "try", say::author::TryTip{}, ButtonKind::plain,
                          draft_.hasStep())) {
            scene_.emit(TryLesson{});
        }
        if (parts_.button(say::author::Save{}, "save-lesson", say::author::SaveTip{})) {
            scene_.emit(ShowFileSheet{FileTask{.kind = FileTask::Kind::save_lesson}});
        }
        if (parts_.button(say::author::Undo{}, "undo-draft", say::author::UndoTip{},
                          ButtonKind::plain, !draft_.before.empty())) {
            scene_.emit(UndoDraft{});
        }
        column_.endButtons();
        column_.gap(4);
    }

    void pages() {
        const Message count = say::author::PageMissing{.n = Count{std::ssize(draft_.missing)}};
        const std::array row{
            RowChoice{scene_.labelled(say::author::PageStep{}, "page-step"),
                      said(say::author::PageStepTip{})},
            RowChoice{scene_.labelled(say::author::PageLesson{}, "page-lesson"),
                      said(say::author::PageLessonTip{})},
            RowChoice{scene_.labelled(count, "page-missing"), said(say::author::PageMissingTip{})},
        };
        const int pressed = parts_.choices(row, static_cast<int>(draft_.page));
        if (pressed >= 0) scene_.emit(Change(showPage, static_cast<EditorPage>(pressed)));
    }

    /// Puts the words about the lesson as a whole.
    void lesson() {
        parts_.text(say::author::Title{}, "title");
        parts_.text(say::author::Summary{}, "summary", 2);
        const std::size_t goals = std::max<std::size_t>(file_.count("goal"), 1);
        for (std::size_t k = 0; k < goals; ++k) {
            const bool is_list = file_.count("goal") > 0;
            parts_.text(say::author::Goal{}, is_list ? joined("goal", k) : "goal", 2);
        }
        minutes();
        column_.gap(10);
        const Message label = draft_.asks_to_discard ? Message(say::author::DiscardAgain{})
                                                     : Message(say::author::Discard{});
        if (parts_.button(label, "discard", say::author::DiscardTip{})) {
            draft_.asks_to_discard ? scene_.emit(DiscardLesson{})
                                   : scene_.emit(Change(&LessonDraft::asks_to_discard, true));
        }
    }

    void minutes() {
        const Rect line = column_.take(look_.px(34), look_.px(8));
        ImGui::SetCursorScreenPos(line.min);
        const std::string label = said(say::author::Minutes{});
        const std::string less = said(say::author::LessTip{});
        const std::string more = said(say::author::MoreTip{});
        const std::string now = file_.words("minutes", "");
        const Index value = now.empty() ? 1 : std::atoi(now.c_str());
        const auto typed =
            stepper(look_, label, value, 1, kMostMinutes, {.less = less, .more = more});
        if (typed) scene_.emit(Change(setPart, std::string("minutes"), std::to_string(*typed)));
    }

    /// Lists all that is missing; a click leads there.
    void missing() {
        if (draft_.missing.empty()) return parts_.plain(say::author::Complete{});
        for (std::size_t k = 0; k < draft_.missing.size(); ++k) fault(draft_.missing[k], k);
    }

    void fault(const Error& fault, std::size_t number) {
        const MissingPart place = placeOfFault(fault);
        const bool is_of_step = place.path.starts_with("steps[");
        const Message name =
            is_of_step ? Message(say::author::OfStep{.n = Count{static_cast<Index>(place.step) + 1},
                                                     .field = fieldName(place.path)})
                       : Message(say::author::OfLesson{.field = fieldName(place.path)});
        TextLine words{{said(name) + ": ", Ink::plain, true}};
        words.push_back({said(fault.message), Ink::soft});
        const LineFonts fonts = smallSentenceFonts(look_);
        const float pad = look_.px(8);
        const float room = column_.width() - 2 * pad;
        const float high = measuredLine(column_.painter(), fonts, room, words).height;
        const Rect box = column_.take(high + 2 * pad, look_.px(6));
        const std::string id = fmt::format("###missing-{}", number);
        const std::string tip = said(say::author::MissingTip{});
        if (choiceBox(column_.painter(), box,
                      {.label = id.c_str(), .is_framed = true, .tooltip = tip})) {
            lead(place);
        }
        setLine(column_.painter(), fonts, {box.min.x + pad, box.min.y + pad}, room, words);
    }

    void lead(const MissingPart& place) {
        if (place.page == EditorPage::step) scene_.emit(ChooseDraftStep{place.step});
        scene_.emit(Change(showPage, place.page));
        scene_.hands.draft_field = place.path;
    }

    const Scene& scene_;
    const Look& look_;
    const LessonDraft& draft_;
    const LessonFile& file_;
    CardColumn& column_;
    EditorColumn parts_;
};

/// Puts what a step hides: toggles, and a button for each entry that shows it again.
void putHidden(EditorColumn& column) {
    const LessonDraft& draft = column.draft;
    column.heading(say::author::Hide{});
    const std::string tip = column.said(say::author::HideTip{});
    const std::array row{
        RowChoice{column.scene.labelled(say::author::HideCell{}, "hide-cell"), tip},
        RowChoice{column.scene.labelled(say::author::HideRow{}, "hide-row"), tip},
        RowChoice{column.scene.labelled(say::author::HideMatrix{}, "hide-matrix"), tip},
    };
    const int pressed = column.choices(row, static_cast<int>(draft.hidden_part));
    if (pressed >= 0) {
        column.scene.emit(Change(&LessonDraft::hidden_part, static_cast<HiddenPart>(pressed)));
    }
    column.pickToggle(say::author::HideClicked{}, "hide-clicked", say::author::HideTip{},
                      CellPick::hide);
    const std::string list = draft.at("hide");
    for (std::size_t k = 0; k < draft.file.count(list); ++k) {
        const std::string entry = draft.file.words(joined(list, k), "");
        if (column.card.button(
                {.label = fmt::format("{} \u00d7###hidden-{}", entry, k),
                 .tooltip = column.said(say::author::UnhideTip{.entry = Verbatim{entry}})})) {
            column.scene.emit(Change(setPart, joined(list, k), std::string()));
        }
    }
}

void putLocked(EditorColumn& column) {
    const LessonDraft& draft = column.draft;
    column.heading(say::author::Lock{});
    const std::string list = draft.at("lock");
    for (const DocumentPart part : kLockedParts) {
        const DocumentPartInfo& row = info(part);
        bool is_on = false;
        for (std::size_t k = 0; k < draft.file.count(list); ++k) {
            is_on = is_on || draft.file.words(joined(list, k), "") == row.name;
        }
        const Message label = row.label();
        if (column.toggle(label, fmt::format("lock-{}", row.name),
                          say::author::LockTip{.part = label}, is_on)) {
            column.scene.emit(Change(toggleLocked, std::string(row.name)));
        }
    }
}

}  // namespace

void putDraftStep(EditorColumn& column) {
    const Scene& scene = column.scene;
    const LessonDraft& draft = column.draft;
    if (!draft.hasStep()) return column.plain(say::author::FirstStep{});
    column.text(say::author::Title{}, draft.at("title"));
    const std::string text = draft.at("text");
    column.text(say::author::Text{}, text, 3);
    column.pickToggle(say::author::Insert{}, "insert", say::author::InsertTip{}, CellPick::slot,
                      text);
    if (draft.played != nullptr && draft.step < draft.played->steps.size()) {
        const Standing standing = standingAt(*draft.played, draft.step);
        std::string place = scene.said(info(static_cast<Mode>(standing.mode)).title());
        if (const auto step = stepCovering(scene.steps(), standing.step)) {
            place += " \u00b7 " + scene.said(scene.steps()[*step].title);
        }
        column.soft(say::author::LeadsTo{.place = Verbatim{place}});
    }
    const std::string parts = column.partsOfEdits(draft.at("set"));
    if (!parts.empty()) column.soft(say::author::Edits{.parts = Verbatim{parts}});
    if (draft.is_changed) column.plain(say::author::Changed{});
    if (column.button(say::author::Record{}, "record", say::author::RecordTip{})) {
        scene.emit(RecordDraftStep{});
    }
    putDraftTask(column);
    putHidden(column);
    putLocked(column);
    column.heading(say::author::Order{});
    if (column.button(say::author::Earlier{}, "earlier", say::author::EarlierTip{},
                      ButtonKind::plain, draft.step > 0)) {
        scene.emit(MoveDraftStep{-1});
    }
    if (column.button(say::author::Later{}, "later", say::author::LaterTip{}, ButtonKind::plain,
                      draft.step + 1 < draft.steps())) {
        scene.emit(MoveDraftStep{1});
    }
    if (column.button(say::author::Remove{}, "remove-step", say::author::RemoveTip{})) {
        scene.emit(RemoveDraftStep{});
    }
}

void drawLessonEditor(const Scene& scene, const Rect& region) {
    Painter painter(scene.look);
    const float side = scene.look.px(kEditorSide);
    CardColumn column(scene, painter,
                      {region.min.x + side, region.min.y + scene.look.px(kEditorAbove)},
                      region.width() - 2 * side, true);
    LessonEditor(scene, column).put();
    ImGui::SetCursorScreenPos({region.min.x, column.bottom() + side});
    ImGui::Dummy({1, 1});
}

void putBackToEditor(const Scene& scene, CardColumn& column) {
    const auto& draft = scene.state.draft;
    if (!draft || !draft->is_tried || draft->is_open) return;
    column.endButtons();
    const Command& row = command("write-lesson");
    if (column.button({.label = scene.labelled(say::author::BackToEditor{}, "back-to-editor"),
                       .tooltip = scene.said(commandTooltip(row))})) {
        scene.emit(WriteLesson{});
    }
    column.endButtons();
}

}  // namespace lookback

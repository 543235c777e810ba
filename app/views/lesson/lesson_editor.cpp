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
#include "core/lesson/outline.h"
#include "core/words/say.h"
#include "imgui.h"
#include "messages/author.h"

namespace lookback {
namespace {

constexpr float kEditorSide = 14;
constexpr float kEditorAbove = 12;
constexpr float kCloseButton = 28;

void showPage(LessonDraft& draft, EditorPage page) {
    draft.page = page;
    draft.pick = CellPick::none;
    draft.asks_to_discard = false;
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
        const Message count =
            draft_.reading.unchecked != nullptr
                ? Message(say::author::PageUnchecked{})
                : Message(say::author::PageMissing{.n = Count{std::ssize(draft_.reading.missing)}});
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
        if (draft_.reading.unchecked != nullptr) return parts_.plain(say::author::Checking{});
        if (draft_.reading.missing.empty()) return parts_.plain(say::author::Complete{});
        for (std::size_t k = 0; k < draft_.reading.missing.size(); ++k)
            fault(draft_.reading.missing[k], k);
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

}  // namespace

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

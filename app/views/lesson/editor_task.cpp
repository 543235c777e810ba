// The task of a step in the editor of a lesson.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/views/lesson/editor_column.h"
#include "core/document/edit.h"
#include "core/io/json_text.h"
#include "core/io/mask_json.h"
#include "core/lesson/guided_lesson.h"
#include "core/words/say.h"
#include "messages/author.h"

namespace lookback {
namespace {

constexpr std::size_t kLeastChoices = 2;

/// The kinds of tasks that the editor makes, in the order of its buttons.
constexpr std::array<std::string_view, 4> kMadeKinds{"", "number", "choice", "make"};

/// Gives the step a task of another kind, with the same question.
void setKind(LessonDraft& draft, const std::string& kind) {
    const std::string task = draft.at("task");
    const std::string ask = draft.file.json(joined(task, "ask"));
    JsonFields fields{{"kind", jsonString(kind)}};
    if (!ask.empty()) fields.emplace_back("ask", ask);
    if (kind == "choice") {
        fields.emplace_back("choices", "[{}, {}]");
        fields.emplace_back("right", "0");
    }
    setPart(draft, task, kind.empty() ? "" : jsonInline(fields));
    // Replies to wrong answers belong to the old question.
    draft.file.erase(draft.at("mistakes"));
    draft.file.erase(draft.at("otherwise"));
}

class TaskPart {
public:
    explicit TaskPart(EditorColumn& column)
        : column_(column), scene_(column.scene), draft_(column.draft), file_(draft_.file) {}

    void put() {
        column_.heading(say::author::Task{});
        const std::string kind = file_.words(at("kind"), "");
        kinds(kind);
        if (kind.empty()) return;
        column_.text(say::author::Question{}, at("ask"), 2);
        if (kind == "number") {
            number();
        } else if (kind == "choice") {
            choice();
        } else if (kind == "make") {
            make();
        } else {
            column_.soft(say::author::KindCell{.cells = Verbatim{file_.words(at("cells"), "")}});
        }
        // One hint may be a text without a list.
        const std::string hint = draft_.at("hint");
        const std::size_t hints = std::max<std::size_t>(file_.count(hint), 1);
        const bool is_alone = file_.has(hint) && file_.count(hint) == 0;
        for (std::size_t k = 0; k < hints; ++k) {
            column_.text(say::author::Hint{}, is_alone ? hint : joined(hint, k));
        }
        column_.text(say::author::Then{}, draft_.at("then"), 2);
    }

private:
    [[nodiscard]] std::string at(const std::string& part) const {
        return joined(draft_.at("task"), part);
    }

    /// A message that chooses its words by the kind of the work.
    template <class Words>
    [[nodiscard]] Message told() const {
        return Words{.work = workInWords<Words>(draft_)};
    }

    void kinds(const std::string& kind) {
        const std::array row{
            RowChoice{scene_.labelled(say::author::KindNone{}, "kind-none"),
                      column_.said(say::author::KindNoneTip{})},
            RowChoice{scene_.labelled(say::author::KindNumber{}, "kind-number"),
                      column_.said(say::author::KindNumberTip{})},
            RowChoice{scene_.labelled(say::author::KindChoice{}, "kind-choice"),
                      column_.said(say::author::KindChoiceTip{})},
            RowChoice{scene_.labelled(say::author::KindMake{}, "kind-make"),
                      column_.said(told<say::author::KindMakeTip>())},
        };
        const auto found = std::find(kMadeKinds.begin(), kMadeKinds.end(), kind);
        const int chosen =
            found == kMadeKinds.end() ? -1 : static_cast<int>(found - kMadeKinds.begin());
        const int pressed = column_.choices(row, chosen);
        if (pressed < 0 || pressed == chosen) return;
        scene_.emit(Change(setKind, std::string(kMadeKinds[static_cast<std::size_t>(pressed)])));
    }

    void number() {
        const std::string of = file_.words(at("of"), "");
        const std::array toggles{
            PickToggle{say::author::PickAsked{}, "pick-asked", CellPick::asked}};
        std::optional<Message> picked;
        if (!of.empty()) picked = say::author::Asked{.expression = Verbatim{of}};
        column_.pickToggles(toggles, told<say::author::PickAskedTip>(), "", picked);
        if (!draft_.isAboutExperiment()) percent();
        column_.text(say::author::Otherwise{}, draft_.at("otherwise"));
    }

    void percent() {
        const bool is_percent = file_.words(at("unit"), "") == "percent";
        if (column_.toggle(say::author::Percent{}, "percent", say::author::PercentTip{},
                           is_percent)) {
            scene_.emit(
                Change(setPart, at("unit"), is_percent ? std::string() : jsonString("percent")));
        }
    }

    void choice() {
        const std::string list = at("choices");
        const std::size_t count = file_.count(list);
        for (std::size_t k = 0; k < count; ++k) {
            const std::string entry = joined(list, k);
            const Count n{static_cast<Index>(k) + 1};
            column_.text(say::author::Choice{.n = n}, joined(entry, "text"));
            column_.text(say::author::ChoiceReply{.n = n}, joined(entry, "reply"));
            const bool is_right = file_.words(at("right"), "") == std::to_string(k);
            if (column_.toggle(say::author::Right{}, fmt::format("right-{}", k),
                               say::author::RightTip{}, is_right)) {
                scene_.emit(Change(setPart, at("right"), std::to_string(k)));
            }
            if (count > kLeastChoices &&
                column_.button(say::author::Remove{}, fmt::format("remove-choice-{}", k),
                               say::author::RemoveChoiceTip{})) {
                scene_.emit(Change(setPart, entry, std::string()));
            }
        }
        if (count < kMostChoices &&
            column_.button(say::author::AddChoice{}, "add-choice", say::author::KindChoiceTip{})) {
            scene_.emit(Change(addPart, list, std::string("{}")));
        }
    }

    // --- conditions ---

    [[nodiscard]] std::string conditions() const {
        return at(file_.has(at("any")) ? "any" : "all");
    }

    /// The entry of the list that has a field; the length of the list where none has.
    [[nodiscard]] std::size_t entryWith(const std::string& field) const {
        const std::string list = conditions();
        std::size_t k = 0;
        while (k < file_.count(list) && !file_.has(joined(joined(list, k), field))) ++k;
        return k;
    }

    void conditionToggle(const Message& label, std::string_view id, const Message& tip,
                         const std::string& field, const std::string& value) {
        const std::string list = conditions();
        const std::size_t k = entryWith(field);
        const bool is_on = k < file_.count(list);
        if (!column_.toggle(label, id, tip, is_on)) return;
        if (is_on) {
            scene_.emit(Change(setPart, joined(list, k), std::string()));
        } else {
            scene_.emit(Change(addPart, list, jsonInline(JsonFields{{field, value}})));
        }
    }

    /// Puts the conditions on the document as a whole.
    void documentConditions() {
        const std::vector<MaskRule>& rules = scene_.document().mask.rules;
        const bool has_rules = canBlock(scene_.document().mask) && !rules.empty();
        conditionToggle(say::author::NoLeak{}, "no-leak", say::author::NoLeakTip{}, "no_leak",
                        has_rules ? writeMaskRules(rules, 0) : "[{\"kind\": \"causal\"}]");
        conditionToggle(say::author::RowsAddUp{}, "rows-add-up", say::author::RowsAddUpTip{},
                        "rows_add_up", "true");
    }

    void make() {
        column_.soft(say::author::Conditions{});
        if (!draft_.isAboutExperiment()) documentConditions();
        const std::array toggles{PickToggle{say::author::AtMost{}, "at-most", CellPick::at_most},
                                 PickToggle{say::author::AtLeast{}, "at-least", CellPick::at_least},
                                 PickToggle{say::author::Equal{}, "equal", CellPick::equal}};
        column_.pickToggles(toggles, told<say::author::RelationTip>());
        const std::string list = conditions();
        for (std::size_t k = 0; k < file_.count(list); ++k) {
            const std::string entry = joined(list, k);
            if (!file_.has(joined(entry, "of"))) continue;
            const std::string of = file_.words(joined(entry, "of"), "");
            column_.text(say::author::Compared{.expression = Verbatim{of}}, joined(entry, "text"));
            if (column_.button(say::author::Remove{}, fmt::format("remove-condition-{}", k),
                               say::author::RemoveConditionTip{})) {
                scene_.emit(Change(setPart, entry, std::string()));
            }
        }
        solution();
    }

    void solution() {
        const std::string parts = column_.partsOfEdits(at("solution"));
        if (!parts.empty()) {
            column_.plain(say::author::Solution{.parts = Verbatim{parts}});
        } else if (file_.has(at("solution"))) {
            column_.plain(say::author::SolutionPlace{});
        } else {
            column_.soft(told<say::author::NoSolution>());
        }
        if (column_.button(say::author::RecordSolution{}, "record-solution",
                           say::author::RecordSolutionTip{},
                           draft_.reading.is_changed ? ButtonKind::strong : ButtonKind::plain)) {
            scene_.emit(RecordSolution{});
        }
        column_.card.endButtons();
    }

    EditorColumn& column_;
    const Scene& scene_;
    const LessonDraft& draft_;
    const LessonFile& file_;
};

}  // namespace

void putDraftTask(EditorColumn& column) { TaskPart(column).put(); }

}  // namespace lookback

#include "core/io/lesson_worksheet.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/explain/following_cells.h"
#include "core/explain/in_conventions.h"
#include "core/io/html_page.h"
#include "core/io/lesson_moments.h"
#include "core/io/worksheet.h"
#include "core/lesson/hidden_cells.h"
#include "core/lesson/judge.h"
#include "messages/common.h"
#include "messages/worksheet.h"

namespace lookback {
namespace {

constexpr std::string_view kGap = "______";  ///< in a text, in the place of an answer
constexpr double kSameDigits = 0.5e-4;       ///< numbers this close have the same digits

/// A step of the lesson with these numbers.
struct SheetStep {
    const LessonStep* step = nullptr;
    LessonFacts begun;
    CellMarks hidden{};                   ///< cells of its document that tell its answer
    std::set<Likeness> secrets{};         ///< those of them that the step shows nowhere
    std::vector<QuantityId> asked{};      ///< results that its answer is read from
    std::vector<TaskAnswer> right{};      ///< empty: there is no task, or something is to be made
    std::optional<LessonFacts> solved{};  ///< where something is to be made

    [[nodiscard]] const MakeTask* make() const {
        return step->task ? std::get_if<MakeTask>(&step->task->kind) : nullptr;
    }
    /// The number that is asked for.
    [[nodiscard]] std::optional<double> number() const {
        const auto* const number = right.empty() ? nullptr : std::get_if<double>(&right.front());
        return number == nullptr ? std::nullopt : std::optional(*number);
    }
};

/// A number of a document as pages show it. A cell of the mask is like no number.
Likeness likenessAt(const Document& document, const StageCell& at, double value) {
    const bool is_mask = info(at.id).domain == Domain::allowed;
    return likenessOf(document, at, (is_mask ? "mask " : "") + worksheetDigits(value));
}

/// The hidden numbers of a step that none of its other cells has.
std::set<Likeness> secretsOf(const Document& document, const Trace& trace,
                             const CellMarks& hidden) {
    std::set<Likeness> secrets;
    std::set<std::string> shown;
    for (const MatrixId id : stageOrder(document)) {
        for (Index head = 0; head < trace.tensor(id).heads(); ++head) {
            const MatrixView values = trace.view(id, head);
            for (Index row = 0; row < values.rows(); ++row) {
                for (Index col = 0; col < values.cols(); ++col) {
                    const StageCell at{id, head, {row, col}};
                    Likeness likeness = likenessAt(document, at, values(row, col));
                    if (hidden.has(id, head, at.cell)) {
                        secrets.insert(std::move(likeness));
                    } else {
                        shown.insert(std::get<std::string>(std::move(likeness)));
                    }
                }
            }
        }
    }
    std::erase_if(secrets, [&](const Likeness& one) {
        return shown.find(std::get<std::string>(one)) != shown.end();
    });
    return secrets;
}

/// True for what a training or a leak test results in.
bool isResult(QuantityId id) {
    switch (id) {
        case QuantityId::leaks:
        case QuantityId::verdict:
        case QuantityId::influence:
        case QuantityId::row_sum:
        case QuantityId::column_sum:
        case QuantityId::loss:
        case QuantityId::training_loss:
        case QuantityId::held_out_loss:
        case QuantityId::written: return true;
        default: return false;
    }
}

class LessonSheetWriter {
public:
    explicit LessonSheetWriter(const LessonWorksheet& sheet)
        : sheet_(sheet),
          wording_(wordingIn(sheet.language)),
          moments_(sheet.lesson, sheet.opened) {}

    /// Computes all steps. Errors: the first step that cannot be asked.
    Checked<void> compute() {
        for (std::size_t k = 0; k < sheet_.lesson.steps.size(); ++k) {
            if (auto added = add(k); !added) return added;
        }
        return {};
    }

    [[nodiscard]] std::string page() {
        const std::string title = wording_.text(sheet_.lesson.title);
        const std::string heading =
            wording_.text(say::worksheet::Heading{.title = Verbatim{title}});
        std::vector<std::string> sections;
        for (std::size_t k = 0; k < steps_.size(); ++k) sections.push_back(section(k));
        sections.back() += foot();  // never alone on a page
        std::string main = worksheetHead(wording_, title) + htmlElement("p", introduction());
        for (const std::string& one : sections) main += htmlElement("section", "step", one);
        return htmlPage("worksheet", sheet_.language, heading, htmlElement("main", main) + key());
    }

private:
    Checked<void> add(std::size_t place) {
        Checked<LessonFacts> begun = moments_.at(place, StepMoment::begun);
        if (!begun) return tl::unexpected(begun.error());
        SheetStep added{.step = &sheet_.lesson.steps[place], .begun = *std::move(begun)};
        const bool is_document = added.begun.subject() == LessonSubject::document;
        if (is_document) {
            const auto fault = worksheetFault(*added.begun.moment().document);
            if (fault) return tl::unexpected(std::vector{*fault});
        }
        if (added.make() != nullptr) {
            Checked<LessonFacts> solved = moments_.at(place, StepMoment::solved);
            if (!solved) return tl::unexpected(solved.error());
            added.solved = *std::move(solved);
        } else if (added.step->task) {
            ReadQuantities reads;
            auto right = rightAnswers(*added.step->task, added.begun, &reads);
            if (!right) {
                return tl::unexpected(std::vector{
                    Error{fmt::format("steps[{}].task", place), right.error().message}});
            }
            added.right = *std::move(right);
            added.asked = std::move(reads.quantities);
            std::erase_if(added.asked, [](QuantityId id) { return !isResult(id); });
        }
        if (is_document) {
            const Document& document = *added.begun.moment().document;
            for (const CellRange& range : hiddenThings(*added.step, added.begun).cells) {
                added.hidden.mark(document, range);
            }
            markFollowing(document, added.hidden);
            if (const auto trace = added.begun.trace(); trace && !added.hidden.empty()) {
                added.secrets = secretsOf(document, **trace, added.hidden);
            }
        }
        steps_.push_back(std::move(added));
        return {};
    }

    [[nodiscard]] std::string said(const Message& message) const {
        return htmlOf(wording_.line(message));
    }
    [[nodiscard]] std::string said(const FilledText& text) const {
        return htmlOf(wording_.line(text));
    }

    [[nodiscard]] std::string introduction() const {
        std::ptrdiff_t asked = 0;
        std::ptrdiff_t made = 0;
        for (const SheetStep& one : steps_) {
            if (one.step->task) ++(one.make() != nullptr ? made : asked);
        }
        std::string html;
        if (asked > 0) {
            html += said(say::worksheet::Questions{
                .n = asked, .decimals = Verbatim{std::to_string(kWorksheetDecimals)}});
        }
        if (made > 0) {
            if (!html.empty()) html += ' ';
            html += said(say::worksheet::InProgramCount{.n = made});
        }
        const auto has_gaps = [this](std::size_t k) { return hasGaps(k); };
        for (std::size_t k = 0; k < steps_.size(); ++k) {
            if (!has_gaps(k)) continue;
            html += ' ' + said(say::worksheet::Gaps{});
            break;
        }
        return html;
    }

    // Numbers that are left out.

    [[nodiscard]] std::optional<double> numberAt(const SheetStep& one, const StageCell& at) const {
        const auto view = one.begun.matrix(DocumentVariant::present, at.id, at.head);
        const bool is_inside = view && at.cell.row < view->rows() && at.cell.col < view->cols();
        return is_inside ? std::optional((*view)(at.cell)) : std::nullopt;
    }

    /// True for the number that a step asks for. Whole numbers are equal by chance.
    [[nodiscard]] static bool isAnswer(const SheetStep& asking, double number) {
        const auto answer = asking.number();
        return answer && *answer != std::round(*answer) && std::abs(number - *answer) < kSameDigits;
    }

    /// True where a number of a step's document is hidden in that step, copies one that another
    /// step hides, or answers another step.
    [[nodiscard]] bool isLeftOut(const SheetStep& now, const StageCell& at) const {
        if (now.hidden.has(at.id, at.head, at.cell)) return true;
        const auto shown = numberAt(now, at);
        if (!shown) return false;
        const Likeness likeness = likenessAt(*now.begun.moment().document, at, *shown);
        return std::any_of(steps_.begin(), steps_.end(), [&](const SheetStep& other) {
            return (&other != &now && isAnswer(other, *shown)) ||
                   other.secrets.find(likeness) != other.secrets.end();
        });
    }

    [[nodiscard]] bool isLeftOut(const SheetStep& now, const CellRange& range) const {
        for (Index row = range.row; row < range.row + range.rows; ++row) {
            for (Index col = range.col; col < range.col + range.cols; ++col) {
                if (isLeftOut(now, StageCell{range.id, range.head, {row, col}})) return true;
            }
        }
        return false;
    }

    /// True where both steps have the same document or experiment.
    [[nodiscard]] static bool haveSameWork(const SheetStep& a, const SheetStep& b) {
        if (a.begun.subject() == LessonSubject::document) {
            return *a.begun.moment().document == *b.begun.moment().document;
        }
        return a.begun.training().experiment() == b.begun.training().experiment();
    }

    /// True where a slot of a text tells an answer of the page.
    [[nodiscard]] bool tells(const SheetStep& now, const LessonSlot& slot) const {
        ReadQuantities reads;
        if (slot.expression.is_word) {
            static_cast<void>(evaluateWords(slot.expression, now.begun, {}, &reads));
        } else {
            const auto value = evaluateNumber(slot.expression, now.begun, {}, &reads);
            const auto is_answer = [&](const SheetStep& other) { return isAnswer(other, *value); };
            if (value && std::any_of(steps_.begin(), steps_.end(), is_answer)) return true;
        }
        const auto is_asked = [&](const SheetStep& other) {
            return std::any_of(other.asked.begin(), other.asked.end(),
                               [&](QuantityId id) { return reads.has(id); }) &&
                   haveSameWork(now, other);
        };
        if (std::any_of(steps_.begin(), steps_.end(), is_asked)) return true;
        return std::any_of(reads.cells.begin(), reads.cells.end(),
                           [&](const CellRange& range) { return isLeftOut(now, range); });
    }

    [[nodiscard]] bool tells(const SheetStep& now, const LessonText& text) const {
        return std::any_of(text.slots.begin(), text.slots.end(),
                           [&](const LessonSlot& slot) { return tells(now, slot); });
    }

    [[nodiscard]] bool hasGaps(std::size_t place) const {
        return tells(steps_[place], steps_[place].step->text);
    }

    /// A text with gaps where its slots tell answers; a gap alone where a telling number decides on
    /// its words.
    [[nodiscard]] std::string withGaps(const SheetStep& now, const LessonText& text) const {
        FilledText result = filled(text, now.begun);
        for (std::size_t k = 0; k < text.slots.size(); ++k) {
            if (!tells(now, text.slots[k])) continue;
            if (text.slots[k].kind != PatternSlot::Kind::any) return std::string(kGap);
            result.arguments[k] = Verbatim{std::string(kGap)};
        }
        return said(result);
    }

    // The questions.

    [[nodiscard]] std::string stepTitle(std::size_t place) const {
        const LocalText& title = steps_[place].step->title;
        const Count number{static_cast<Index>(place) + 1};
        if (title.empty()) return said(say::worksheet::Step{.n = number});
        return fmt::format("{} {}", place + 1, htmlText(wording_.text(title)));
    }

    /// A number for each task, from 0 on.
    [[nodiscard]] std::size_t taskNumber(std::size_t place) const {
        return static_cast<std::size_t>(
            std::count_if(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(place),
                          [](const SheetStep& one) { return one.step->task.has_value(); }));
    }

    [[nodiscard]] std::string section(std::size_t place) const {
        const SheetStep& now = steps_[place];
        std::string html = htmlElement("h2", stepTitle(place));
        html += htmlElement("p", withGaps(now, now.step->text));
        if (!now.step->task) return html;
        if (now.begun.subject() == LessonSubject::document && now.make() == nullptr) {
            html += figures(now);
        }
        const std::string asked = htmlLabel(taskNumber(place)) + htmlElement("div", question(now));
        return html + htmlElement("ol", htmlElement("li", asked));
    }

    [[nodiscard]] std::string question(const SheetStep& now) const {
        const LessonTask& task = *now.step->task;
        std::string html = withGaps(now, task.ask);
        if (const auto* const make = std::get_if<MakeTask>(&task.kind)) {
            std::vector<std::string> conditions;
            for (const Condition& condition : make->conditions) {
                conditions.push_back(conditionText(now, condition));
            }
            return said(say::worksheet::InProgram{}) + ' ' + html + ticks(conditions);
        }
        if (const auto* const choice = std::get_if<ChoiceTask>(&task.kind)) {
            std::vector<std::string> choices;
            for (const LessonChoice& one : choice->choices) {
                choices.push_back(withGaps(now, one.text));
            }
            return html + ticks(choices);
        }
        if (const auto* const cell = std::get_if<CellTask>(&task.kind)) {
            if (!cell->asks_token) return html + ' ' + said(say::worksheet::MarkCell{});
            return html + ' ' + said(say::worksheet::MarkToken{}) +
                   htmlSentence(pageLabels(*now.begun.moment().document));
        }
        const auto& number = std::get<NumberTask>(task.kind);
        if (number.unit == AnswerUnit::percent) html += ' ' + said(say::worksheet::InPercent{});
        return html + htmlElement("span", "answer", "");
    }

    [[nodiscard]] std::string conditionText(const SheetStep& now,
                                            const Condition& condition) const {
        if (!condition.text.empty()) return withGaps(now, condition.text);
        return said(std::get<Message>(conditionState(condition, now.begun).label));
    }

    /// Texts with boxes to tick.
    static std::string ticks(const std::vector<std::string>& texts) {
        std::string html;
        for (const std::string& text : texts) {
            html += htmlElement("li", htmlElement("span", "box", "") + htmlElement("div", text));
        }
        return htmlElement("ul", html);
    }

    /// The stage that a task asks about; else the one that the step looks at.
    [[nodiscard]] static MatrixId askedStage(const SheetStep& now) {
        const Document& document = *now.begun.moment().document;
        if (!std::holds_alternative<ChoiceTask>(now.step->task->kind)) {
            ReadQuantities reads;
            static_cast<void>(rightAnswers(*now.step->task, now.begun, &reads));
            const std::vector<MatrixId> order = stageOrder(document);
            for (const CellRange& range : reads.cells) {
                const bool is_there =
                    std::find(order.begin(), order.end(), range.id) != order.end();
                const auto* const cell = std::get_if<CellTask>(&now.step->task->kind);
                const bool is_looked_up = cell != nullptr && !isMatrixOf(*cell, range.id);
                if (is_there && !is_looked_up) return range.id;
            }
        }
        return now.begun.standing().step;
    }

    [[nodiscard]] static bool isMatrixOf(const CellTask& task, MatrixId id) {
        const QuantityPath* const path = task.cells.asPath();
        return path != nullptr && path->matrix == id;
    }

    /// The stage that is asked about, and its operands: what the screen shows.
    [[nodiscard]] std::string figures(const SheetStep& now) const {
        const Document& document = *now.begun.moment().document;
        const auto trace = now.begun.trace();
        if (!trace || !showsDocument(now.begun.standing().mode)) return "";
        const std::vector<std::string> labels = pageLabels(document);
        const auto left_out = [&](const StageCell& at) -> std::optional<std::string> {
            if (!isLeftOut(now, at)) return std::nullopt;
            return htmlElement("td", "room", "");
        };
        const HtmlFigures drawn{document, **trace, wording_, labels, left_out};
        const MatrixId asked = askedStage(now);
        std::vector<MatrixId> shown;
        for (const MatrixId id :
             {stage(asked).left(document), stage(asked).right(document), asked}) {
            if (std::find(shown.begin(), shown.end(), id) == shown.end()) shown.push_back(id);
        }
        // The result stands last, where it is its own operand, too.
        shown.erase(std::find(shown.begin(), shown.end(), asked));
        shown.push_back(asked);
        std::string html;
        const Index head = now.begun.standing().head;
        for (const MatrixId id : shown) html += drawn.figure(id, info(id).per_head ? head : 0);
        const std::string formula = formulaInConventions(document, asked, {});
        return htmlElement("p", "formula", htmlFormula(wording_, formula)) +
               htmlElement("div", "matrices", html);
    }

    // The answers.

    [[nodiscard]] std::string key() const {
        std::string tasks;
        std::string texts;
        for (std::size_t k = 0; k < steps_.size(); ++k) {
            if (steps_[k].step->task) {
                tasks += htmlElement(
                    "li", htmlLabel(taskNumber(k)) + htmlElement("div", answer(steps_[k])));
            }
            if (hasGaps(k)) {
                texts += htmlElement("p", htmlElement("b", stepTitle(k)) + ": " +
                                              said(filled(steps_[k].step->text, steps_[k].begun)));
            }
        }
        return htmlElement("section", "key",
                           htmlElement("h2", said(say::worksheet::Answers{})) +
                               htmlElement("p", said(say::worksheet::LessonTolerance{})) +
                               htmlElement("ol", tasks) + texts + foot());
    }

    [[nodiscard]] std::string answer(const SheetStep& now) const {
        std::string html;
        for (const TaskAnswer& right : now.right) html += htmlElement("p", rightText(now, right));
        if (const auto* const choice = std::get_if<ChoiceTask>(&now.step->task->kind)) {
            const std::size_t place = std::get<AnsweredChoice>(now.right.front()).place;
            html += htmlElement("p", said(filled(choice->choices[place].reply, now.begun)));
        }
        if (now.step->then.empty()) return html;
        return html +
               htmlElement("p", said(thenText(*now.step, now.solved ? *now.solved : now.begun)));
    }

    [[nodiscard]] std::string rightText(const SheetStep& now, const TaskAnswer& right) const {
        const LessonTask& task = *now.step->task;
        const auto result = [](const std::string& html) {
            return htmlElement("span", "result", html);
        };
        if (const auto* const number = std::get_if<double>(&right)) {
            const auto& asked = std::get<NumberTask>(task.kind);
            if (asked.unit == AnswerUnit::percent) {
                constexpr double kPercent = 100;
                return result(wording_.written(Share{*number})) +
                       htmlWithin(kPercent * asked.within, "%");
            }
            return result(formatAnswer(*number)) + htmlWithin(asked.within);
        }
        if (const auto* const choice = std::get_if<AnsweredChoice>(&right)) {
            const auto& choices = std::get<ChoiceTask>(task.kind).choices;
            return result(said(filled(choices[choice->place].text, now.begun)));
        }
        const std::vector<std::string> labels = pageLabels(*now.begun.moment().document);
        const auto token = [&](Index at) -> Argument {
            return TokenLabel{labels[static_cast<std::size_t>(at)]};
        };
        if (const auto* const at = std::get_if<AnsweredToken>(&right)) {
            return result(htmlText(wording_.written(token(at->place))));
        }
        const auto& cell = std::get<AnsweredCell>(right);
        const auto named = [&](Axis axis, Index at) -> Argument {
            return axis == Axis::token ? token(at) : Argument(Count{at + 1});
        };
        return result(
            said(say::worksheet::RightCell{.row = named(info(cell.id).rows, cell.cell.row),
                                           .column = named(info(cell.id).cols, cell.cell.col)}));
    }

    [[nodiscard]] std::string foot() const {
        const std::string seed = seedOf(sheet_.opened);
        const Message line = seed.empty() ? Message(say::worksheet::PlainFoot{})
                                          : Message(say::worksheet::Foot{.seed = Verbatim{seed}});
        return htmlElement("footer", said(line));
    }

    const LessonWorksheet& sheet_;
    const Wording& wording_;
    LessonMoments moments_;
    std::vector<SheetStep> steps_;
};

}  // namespace

Checked<std::string> lessonWorksheetPage(const LessonWorksheet& sheet) {
    LessonSheetWriter writer(sheet);
    if (auto computed = writer.compute(); !computed) return tl::unexpected(computed.error());
    return writer.page();
}

}  // namespace lookback

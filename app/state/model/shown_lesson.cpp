#include "app/state/model/shown_lesson.h"

#include <algorithm>
#include <utility>

#include "app/state/model/app_state.h"
#include "core/compare/variant_choice.h"
#include "core/document/edit.h"
#include "core/lesson/guided_lesson.h"
#include "messages/player.h"

namespace lookback {
namespace {

/// Whether the work on the screen is as its step began.
template <class Subject>
bool isAsBegun(const Work<Subject>& work) {
    const Subject& begun = begunSnapshot(work)->subject();
    return &begun == &work.subject() || begun == work.subject();
}

Document withMaskOfLesson(const Snapshot& snapshot, const GuidedLesson& lesson) {
    Document document = snapshot.document;
    const bool is_lifted =
        standingAt(lesson, snapshot.stand.step).variant == LookVariant::unmasked &&
        !isMasked(document) && canBlock(snapshot.remembered);
    if (is_lifted) document.mask = snapshot.remembered;
    return document;
}

/// A document of a snapshot, which the pointer keeps alive.
std::shared_ptr<const Document> documentOf(std::shared_ptr<const Snapshot> snapshot,
                                           const GuidedLesson& lesson) {
    const Document& document = snapshot->document;
    Document with_mask = withMaskOfLesson(*snapshot, lesson);
    if (with_mask.mask != document.mask) {
        return std::make_shared<const Document>(std::move(with_mask));
    }
    return {std::move(snapshot), &document};
}

/// A pointer that keeps nothing alive.
template <class Value>
std::shared_ptr<const Value> unowned(const Value& value) {
    return {std::shared_ptr<void>(), &value};
}

/// Marks what follows from the hidden cells in one document.
void spreadIn(const Document& document, const std::vector<CellRange>& seeds, CellMarks& marks) {
    CellMarks of_document;
    for (const CellRange& seed : seeds) of_document.mark(document, seed);
    markFollowing(document, of_document);
    marks.add(of_document);
}

/// Spreads hidden cells in every document on the screen: in the document itself, without its mask,
/// and in both variants of Compare and the Leak test.
CellMarks hiddenCells(const AppState& state, const std::vector<CellRange>& seeds) {
    CellMarks marks;
    if (seeds.empty()) return marks;
    const Document document = lessonDocument(state);
    spreadIn(document, seeds, marks);
    Document unmasked = document;
    setMasked(unmasked, false);
    spreadIn(unmasked, seeds, marks);
    for (const Side side : {Side::a, Side::b}) {
        const VariantChoice& choice = state.place.compared.of(side);
        if (const Result<Document> variant = chosenVariant(state.document(), choice)) {
            spreadIn(*variant, seeds, marks);
        }
    }
    return marks;
}

std::shared_ptr<const void> begunOf(const Work<Document>& work) { return begunSnapshot(work); }
std::shared_ptr<const void> begunOf(const Work<Experiment>& work) {
    return begunSnapshot(work)->experiment;
}

/// Fills in what the card says of the step.
class Showing {
public:
    Showing(const AppState& state, ShownLesson& shown) : state_(state), shown_(shown) {}

    void show() {
        const auto now = lessonFacts(state_, false);
        const auto begun = lessonFacts(state_, true);
        enter(begun);
        const LessonTask* const task = shown_.asked();
        if (!now) return hideUnknown();
        if (task == nullptr) return hide(*now);
        if (const auto* const make = std::get_if<MakeTask>(&task->kind)) {
            for (const Condition& condition : make->conditions) {
                shown_.conditions.push_back(conditionState(condition, *now));
            }
            if (shown_.task.isDone() && shown_.isMadeNow()) {
                shown_.then = thenText(*shown_.step(), *now);
            }
            return hide(*now);
        }
        // An answer, and what is said of it, is about the numbers with which the step began.
        tell(*task, begun ? *begun : *now);
    }

private:
    /// Fills the texts of the step once, with the numbers with which it began.
    /// @param begun nothing: these numbers are not known now
    void enter(const std::optional<LessonFacts>& begun) {
        EnteredTexts& texts = shown_.entered;
        texts.begun = useWork(state_, [](const auto& work) { return begunOf(work); });
        const ShownLesson& before = state_.lesson;
        const bool is_known = before.source == shown_.source && before.stand == shown_.stand &&
                              before.entered.begun == texts.begun && before.entered.is_filled;
        if (is_known) texts = before.entered;
        if (is_known) return tellHints();
        texts.is_filled = begun.has_value();
        const auto fill = [&](const LessonText& text) {
            if (!begun) return unfilled(text);
            // A training that is under way does not know all of its numbers yet.
            if (texts.is_filled) texts.is_filled = slotFaults(text, *begun).empty();
            return filled(text, *begun);
        };
        texts.text = fill(shown_.step()->text);
        for (const LessonText& hint : shown_.step()->hints) texts.hints.push_back(fill(hint));
        tellHints();
        const LessonTask* const task = shown_.asked();
        if (task == nullptr) return;
        texts.ask = fill(task->ask);
        const auto* const choice = std::get_if<ChoiceTask>(&task->kind);
        if (choice == nullptr) return;
        for (const LessonChoice& one : choice->choices) texts.choices.push_back(fill(one.text));
    }

    void tellHints() {
        const std::vector<FilledText>& all = shown_.entered.hints;
        const auto hints = std::min(asSize(shown_.task.hints), all.size());
        shown_.hints.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(hints));
    }

    void tell(const LessonTask& task, const LessonFacts& facts) {
        if (const auto right = rightAnswers(task, facts)) {
            if (shown_.task.isDone()) shown_.right = *right;
        } else {
            shown_.fault = right.error();
        }
        reply(facts);
        if (shown_.task.isDone()) shown_.then = thenText(*shown_.step(), facts);
        hide(facts);
    }

    /// Replies to the last answer; where a choice was shown on demand, to the right one, whose
    /// reply has the reason.
    void reply(const LessonFacts& facts) {
        shown_.replied = shown_.task.last;
        const bool is_shown = shown_.task.is_shown && !shown_.task.is_solved;
        if (is_shown && shown_.asks<ChoiceTask>() != nullptr && !shown_.right.empty()) {
            shown_.replied = shown_.right.front();
        }
        if (!shown_.replied) return;
        if (const auto judged = judge(*shown_.step(), *shown_.replied, facts)) {
            shown_.reply = judged->reply;
            shown_.named = judged->named;
            shown_.is_reply_right = judged->is_right;
        }
    }

    /// Panels and modes stay hidden when the task is done.
    void hide(const LessonFacts& facts) {
        LessonHiding& hiding = shown_.hiding;
        hiding.things = hiddenThings(*shown_.step(), facts);
        if (shown_.task.isDone()) {
            hiding.things.cells.clear();
            hiding.things.results.clear();
            return;
        }
        hiding.cells = hiddenCells(state_, hiding.things.cells);
        const auto* const number = shown_.asks<NumberTask>();
        const QuantityPath* const path = number == nullptr ? nullptr : number->of.asPath();
        if (path == nullptr || !path->matrix) return;
        const Result<NamedCells> named = cellsOf(number->of, facts);
        if (!named) return;
        const CellRange& range = named->range;
        if (range.rows != 1 || range.cols != 1) return;
        hiding.asked = Target{range.id, range.head, {range.row, range.col}};
    }

    /// Hides the results of an experiment that trains: what is asked of them is not known yet.
    void hideUnknown() {
        HiddenThings& things = shown_.hiding.things;
        for (const HiddenEntry& entry : shown_.step()->hide) {
            if (const auto* const panel = std::get_if<LessonPanel>(&entry)) {
                things.panels.push_back(*panel);
            } else if (const auto* const mode = std::get_if<LessonMode>(&entry)) {
                things.modes.push_back(*mode);
            }
        }
        if (shown_.task.isDone()) return;
        if (shown_.isOpen() || !shown_.step()->hide.empty()) {
            things.results = {LessonResult::loss, LessonResult::leaks, LessonResult::written};
        }
    }

    const AppState& state_;
    ShownLesson& shown_;
};

}  // namespace

bool LessonHiding::hides(const Document& document, const Quantity& quantity) const {
    const MatrixInfo& matrix = info(quantity.id);
    const Index heads = matrix.per_head ? document.heads : 1;
    for (Index head = 0; head < heads; ++head) {
        if (matrix.per_head && quantity.head && *quantity.head != head) continue;
        const MatrixView marks = cells.of(quantity.id, head);
        if (marks.empty()) continue;
        // Of a matrix with the columns of all heads, those of one head.
        const Index width = marks.cols() / (matrix.is_of_all_heads ? document.heads : 1);
        const bool is_part = matrix.is_of_all_heads && quantity.head && !quantity.col;
        const Index first_col = quantity.col.value_or(is_part ? *quantity.head * width : 0);
        const Index cols = quantity.col ? 1 : is_part ? width : marks.cols();
        const Index first_row = quantity.row.value_or(0);
        const Index end_row = quantity.row ? first_row + 1 : marks.rows();
        for (Index row = first_row; row < std::min(end_row, marks.rows()); ++row) {
            for (Index col = first_col; col < std::min(first_col + cols, marks.cols()); ++col) {
                if (marks(row, col) != 0) return true;
            }
        }
    }
    return false;
}

const GuidedLesson* ShownLesson::lesson() const {
    return source == nullptr ? nullptr : source->lesson.get();
}

const LessonStep* ShownLesson::step() const {
    const bool is_there = source != nullptr && stand.step < source->lesson->steps.size();
    return is_there ? &source->lesson->steps[stand.step] : nullptr;
}

const LessonTask* ShownLesson::asked() const {
    const LessonStep* const now = step();
    return now != nullptr && now->task ? &*now->task : nullptr;
}

bool ShownLesson::isMadeNow() const {
    const auto* const make = asks<MakeTask>();
    if (make == nullptr || conditions.empty()) return false;
    const auto holds = [](const ConditionState& condition) { return condition.holds; };
    return make->needs_all ? std::all_of(conditions.begin(), conditions.end(), holds)
                           : std::any_of(conditions.begin(), conditions.end(), holds);
}

bool ShownLesson::isLastStep() const {
    return source != nullptr && stand.step + 1 >= source->lesson->steps.size();
}

bool ShownLesson::mayShowAnswer() const { return isOpen() && source->lesson->may_show_answer; }

bool ShownLesson::hasHint() const {
    return isOpen() && static_cast<std::size_t>(task.hints) < step()->hints.size();
}

bool ShownLesson::locks(DocumentPart part) const {
    return std::any_of(locked.begin(), locked.end(), [part](DocumentPart one) {
        return one == part || one == DocumentPart::everything;
    });
}

Standing standingOf(const AppState& state) {
    const Mode mode = state.place.mode;
    const Index head = mode == Mode::train      ? state.train_place.head
                       : mode == Mode::generate ? state.generate_place.head
                                                : state.place.head;
    Standing standing{.mode = static_cast<LessonMode>(mode),
                      .step = state.step().results.front(),
                      .head = head,
                      .training_step = std::min(state.train_place.step, state.experiment().steps),
                      .is_presenting = state.place.presenting};
    if (const auto focus = focusedTarget(state)) {
        standing.step = focus->id;
        standing.cell = focus->cell;
    }
    const bool is_unmasked = !isMasked(state.document());
    standing.variant = is_unmasked ? LookVariant::unmasked : LookVariant::masked;
    return standing;
}

std::shared_ptr<const LessonSource> lessonOnScreen(const AppState& state) {
    if (isWritingLesson(state)) return nullptr;
    return useWork(state, [](const auto& work) { return work.origin().lesson; });
}

bool leadsThroughLesson(const AppState& state) {
    return state.place.presenting && state.lesson.step() != nullptr;
}

const LessonStand& lessonStand(const AppState& state) {
    return useWork(
        state, [](const auto& work) -> const LessonStand& { return work.history.current().stand; });
}

Document lessonDocument(const AppState& state) {
    const auto source = state.origin().lesson;
    const Snapshot& now = state.document_work.history.current();
    return source == nullptr ? now.document : withMaskOfLesson(now, *source->lesson);
}

std::optional<LessonFacts> lessonFacts(const AppState& state, bool as_begun) {
    const auto source = lessonOnScreen(state);
    if (source == nullptr) return std::nullopt;
    const GuidedLesson& lesson = *source->lesson;
    const LessonStand& stand = lessonStand(state);
    LessonMoment moment{.standing = as_begun ? standingAt(lesson, stand.step) : standingOf(state)};
    // Paths with two indices are of the head of the step, whichever a person looks at.
    const bool is_made = stand.step < lesson.steps.size() && lesson.steps[stand.step].task &&
                         std::holds_alternative<MakeTask>(lesson.steps[stand.step].task->kind);
    if (!is_made) moment.standing.head = standingAt(lesson, stand.step).head;
    if (lesson.subject() == LessonSubject::experiment) {
        const TrainingReport* const report = state.training.report();
        if (report == nullptr || !state.training.isCurrent()) return std::nullopt;
        if (as_begun && !isAsBegun(state.experiment_work)) return std::nullopt;
        moment.training = std::make_shared<const TrainingFacts>(report->run);
        return LessonFacts(std::move(moment));
    }
    if (!state.shown.hasNumbers()) return std::nullopt;
    const auto now = state.document_work.history.currentStep();
    const auto begun = begunSnapshot(state.document_work);
    moment.begun = documentOf(begun, lesson);
    moment.document = as_begun ? moment.begun : documentOf(now, lesson);
    if (*moment.document == state.document()) moment.trace = unowned(state.trace());
    moment.opened = state.origin().opened;
    return LessonFacts(std::move(moment));
}

DocumentPart partOf(MatrixId given) {
    if (isParameter(given)) return DocumentPart::weights;
    return given == MatrixId::positions ? DocumentPart::positions : DocumentPart::embeddings;
}

Message lockedSentence(const AppState& state, DocumentPart part) {
    const Message label = info(part).label();
    if (state.lesson.awaitsAnswer()) return say::player::LockedUntilAnswered{};
    return say::player::LockedInStep{.part = label};
}

LessonMemory lessonMemory(const AppState& state) {
    const auto source = lessonOnScreen(state);
    if (source == nullptr) return {};
    const LessonStand& stand = lessonStand(state);
    const LessonProgress* const progress = findProgress(state.place.lessons, source->key());
    const TrainingReport* const report =
        state.training.isCurrent() ? state.training.report() : nullptr;
    return {.source = source,
            .task = taskProgress(progress, stand.step, stand.seed),
            .standing = standingOf(state),
            .stand = stand,
            .compared = state.place.compared,
            .documents = state.document_work.history.revision(),
            .experiments = state.experiment_work.history.revision(),
            .has_numbers = state.shown.hasNumbers(),
            .trained = report == nullptr ? -1 : report->run.steps()};
}

ShownLesson shownLesson(const AppState& state) {
    ShownLesson shown{.source = lessonOnScreen(state), .stand = lessonStand(state)};
    if (shown.step() == nullptr) return ShownLesson();
    const LessonProgress* const progress = findProgress(state.place.lessons, shown.source->key());
    shown.task = taskProgress(progress, shown.stand.step, shown.stand.seed);
    shown.locked =
        shown.awaitsAnswer() ? std::vector{DocumentPart::everything} : shown.step()->lock;
    Showing(state, shown).show();
    return shown;
}

}  // namespace lookback

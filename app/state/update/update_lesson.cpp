#include "app/state/update/update_lesson.h"

#include <algorithm>
#include <utility>

#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_view.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/io/lesson_check.h"
#include "core/io/lesson_edits.h"
#include "core/io/lesson_moments.h"
#include "core/lesson/guided_lesson.h"
#include "core/lesson/judge.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr Index kMostHands = 999;

/// The edits that solve a step where something is to be made; no edits else.
LessonEdits solutionOf(const LessonStep& step) {
    const auto* const make = step.task ? std::get_if<MakeTask>(&step.task->kind) : nullptr;
    return make == nullptr ? LessonEdits() : make->solution;
}

/// The work of a lesson as a step begins, from the lesson's own solutions.
template <class Subject>
Checked<Subject> workOfStep(const Origin<Subject>& origin, std::size_t step) {
    return workAt(*origin.lesson->lesson, step, StepMoment::begun, LessonWork(origin.opened))
        .map(
            [](const LessonWork& work) { return *std::get<std::shared_ptr<const Subject>>(work); });
}

/// Puts the document of a step into a snapshot: without its mask where the step looks at it so.
void put(Snapshot& snapshot, Document document, const GuidedLesson& lesson) {
    const bool is_unmasked =
        standingAt(lesson, snapshot.stand.step).variant == LookVariant::unmasked;
    if (is_unmasked) {
        if (isMasked(document)) snapshot.remembered = document.mask;
        setMasked(document, false);
    }
    snapshot.document = std::move(document);
    snapshot.token = clampedToken(snapshot.token, snapshot.document);
}

void put(ExperimentSnapshot& snapshot, Experiment experiment, const GuidedLesson&) {
    snapshot.experiment = std::make_shared<const Experiment>(std::move(experiment));
}

Document workNow(const AppState& state, const Work<Document>&) { return lessonDocument(state); }
Experiment workNow(const AppState&, const Work<Experiment>& work) { return work.subject(); }

/// Whether a step can be asked about a document: everything that it reads is there, and a task
/// about conditions is not solved yet.
bool isPlayable(const AppState& state, const GuidedLesson& lesson, std::size_t step,
                const Document& document) {
    LessonMoment moment{.document = std::make_shared<const Document>(document),
                        .opened = state.origin().opened,
                        .standing = standingAt(lesson, step)};
    const LessonFacts facts(std::move(moment));
    const LessonStep& row = lesson.steps[step];
    if (!slotFaults(row.text, facts).empty()) return false;
    if (!row.task) return true;
    if (const auto* const make = std::get_if<MakeTask>(&row.task->kind)) {
        return isMade(*make, facts) == false;
    }
    return rightAnswers(*row.task, facts).has_value();
}

/// The training of an experiment takes too long to ask.
bool isPlayable(const AppState&, const GuidedLesson&, std::size_t, const Experiment&) {
    return true;
}

/// The snapshot with which one left a step, if it can still be found.
template <class Subject>
const SnapshotOf<Subject>* lastLeft(const Work<Subject>& work, const LessonStand& stand) {
    const auto [steps, at] = work.history.steps();
    for (std::size_t k = at + 1; k-- > 0;) {
        if (steps[k]->origin == steps[at]->origin && steps[k]->stand == stand) {
            return steps[k].get();
        }
    }
    return nullptr;
}

/// Whether nothing was edited since the step on the screen was entered.
template <class Subject>
bool isUntouched(const Work<Subject>& work) {
    const auto [steps, at] = work.history.steps();
    std::size_t first = at;
    while (first > 0 && steps[first - 1]->origin == steps[at]->origin &&
           steps[first - 1]->stand == steps[at]->stand) {
        --first;
    }
    return steps[first]->subject() == steps[at]->subject();
}

/// The work on the screen as it goes on to the next step; nothing where the step cannot be asked
/// about it.
template <class Subject>
std::optional<Subject> carriedOn(const AppState& state, const Work<Subject>& work,
                                 const GuidedLesson& lesson, std::size_t step) {
    const Subject& opened = *work.origin().opened;
    Checked<Subject> now = workNow(state, work);
    if (state.lesson.isOpen()) now = edited(*now, solutionOf(lesson.steps[step - 1]), opened);
    if (now) now = edited(*now, lesson.steps[step].set, opened);
    if (!now || !isPlayable(state, lesson, step, *now)) return std::nullopt;
    return *std::move(now);
}

void settleWork(AppState& state, const Work<Document>&) { settle(state); }
void settleWork(AppState& state, const Work<Experiment>&) { settleExperiment(state); }

/// Goes to a step of the lesson that the work belongs to.
template <class Subject>
void goToStep(AppState& state, Work<Subject>& work, std::size_t step) {
    const auto source = work.origin().lesson;
    if (source == nullptr || step >= source->lesson->steps.size()) return;
    const GuidedLesson& lesson = *source->lesson;
    SnapshotOf<Subject> next = work.history.current();
    const bool goes_on = step == next.stand.step + 1;
    next.stand.step = step;
    const SnapshotOf<Subject>* const left = lastLeft(work, next.stand);
    std::optional<Subject> carried;
    if (left != nullptr && (!goes_on || isUntouched(work))) {
        next = *left;
    } else if (goes_on) {
        carried = carriedOn(state, work, lesson, step);
    }
    if (carried) {
        put(next, *std::move(carried), lesson);
    } else if (left == nullptr || goes_on) {
        Checked<Subject> own = workOfStep(work.origin(), step);
        if (!own) {
            state.notice = {faultOnScreen(own.error().front())};
            return;
        }
        put(next, *std::move(own), lesson);
    }
    work.history.commit(std::move(next));
    settleWork(state, work);
    standInLesson(state);
}

/// Commits other numbers of the step on the screen.
template <class Subject>
void commitInStep(AppState& state, Work<Subject>& work, Checked<Subject> wished) {
    if (!wished) {
        state.notice = {faultOnScreen(wished.error().front())};
        return;
    }
    SnapshotOf<Subject> next = work.history.current();
    put(next, *std::move(wished), *work.origin().lesson->lesson);
    work.history.commit(std::move(next));
    settleWork(state, work);
}

/// Commits the numbers with which the step on the screen began.
template <class Subject>
void commitAsBegun(AppState& state, Work<Subject>& work) {
    work.history.commit(*begunSnapshot(work));
    settleWork(state, work);
}

template <class Subject>
Checked<SnapshotOf<Subject>> snapshotOfStep(std::shared_ptr<const Origin<Subject>> origin,
                                            const LessonStand& stand) {
    const GuidedLesson& lesson = *origin->lesson->lesson;
    Checked<Subject> work = workOfStep(*origin, stand.step);
    if (!work) return tl::unexpected(work.error());
    SnapshotOf<Subject> snapshot = openedSnapshot(*origin);
    snapshot.origin = std::move(origin);
    snapshot.stand = stand;
    put(snapshot, *std::move(work), lesson);
    return snapshot;
}

/// The progress of the lesson on the screen, which is there from now on.
LessonProgress& progressOf(AppState& state, const LessonSource& source) {
    std::vector<LessonProgress>& all = state.place.lessons;
    const auto found = std::find_if(all.begin(), all.end(), [&](const LessonProgress& one) {
        return one.lesson == source.key();
    });
    if (found != all.end()) return *found;
    all.push_back({.lesson = source.key()});
    return all.back();
}

/// The progress of the task on the screen, to be changed. Requires a lesson there.
TaskProgress& taskOnScreen(AppState& state) {
    const LessonStand& stand = lessonStand(state);
    LessonProgress& progress = progressOf(state, *lessonOnScreen(state));
    const TaskProgress now = taskProgress(&progress, stand.step, stand.seed);
    if (progress.tasks.size() <= stand.step) progress.tasks.resize(stand.step + 1);
    return progress.tasks[stand.step] = now;
}

/// Commits a step of the lesson as it begins, from this origin. @return false: a notice says why
/// not
template <class Subject>
bool beginStep(AppState& state, Work<Subject>& work, Origin<Subject> origin,
               const LessonStand& stand) {
    auto begun =
        snapshotOfStep<Subject>(std::make_shared<const Origin<Subject>>(std::move(origin)), stand);
    if (!begun) {
        state.notice = {faultOnScreen(begun.error().front())};
        return false;
    }
    work.history.commit(*std::move(begun));
    settleWork(state, work);
    standInLesson(state);
    return true;
}

/// The parts that the step of a work locks.
template <class Subject>
std::vector<DocumentPart> lockedParts(const AppState& state, const Work<Subject>& work) {
    const auto& source = work.origin().lesson;
    const LessonStand& stand = work.history.current().stand;
    if (isWritingLesson(state) || source == nullptr) return {};
    if (stand.step >= source->lesson->steps.size()) return {};
    const LessonStep& step = source->lesson->steps[stand.step];
    const TaskProgress task =
        taskProgress(findProgress(state.place.lessons, source->key()), stand.step, stand.seed);
    const bool is_given = step.task && !std::holds_alternative<MakeTask>(step.task->kind);
    if (is_given && !task.isDone()) return {DocumentPart::everything};
    return step.lock;
}

/// Whether all cells of the step on the screen have appeared.
bool isComplete(const AppState& state) {
    const bool has_cells = state.place.mode == Mode::lab || state.place.mode == Mode::compare;
    return !has_cells || isAwaitingNumbers(state) ||
           state.place.revealed >= state.shown.lastCell(state.step());
}

/// Stands at the stage and cell where a step leads.
void standAtStage(AppState& state, const Standing& standing) {
    const auto at = stepCovering(state.steps(), standing.step);
    const std::size_t number = at.value_or(0);
    const Step& step = state.steps()[number];
    const bool is_result =
        std::find(step.results.begin(), step.results.end(), standing.step) != step.results.end();
    const MatrixId shown = is_result ? standing.step : step.results.back();
    const TensorShape cells = stageShape(stage(shown), state.document());
    const Cell cell{std::clamp<Index>(standing.cell.row, 0, std::max<Index>(cells.rows - 1, 0)),
                    std::clamp<Index>(standing.cell.col, 0, std::max<Index>(cells.cols - 1, 0))};
    ViewUpdate view(state);
    view(GoTo{number, state.shown.lastCell(step)});
    view(FocusCell{stepCellIndex(state.document(), step, {shown, cell})});
}

}  // namespace

void LessonUpdate::operator()(const GoToLessonStep& a) {
    useWork(state_, [&](auto& work) { goToStep(state_, work, a.step); });
}

void LessonUpdate::operator()(const MoveInLesson& a) {
    const ShownLesson& lesson = state_.lesson;
    if (lesson.step() == nullptr) return;
    if (a.by > 0 && state_.place.presenting) {
        if (!isComplete(state_)) {
            return ViewUpdate(state_)(
                GoTo{state_.place.step, state_.shown.lastCell(state_.step())});
        }
        if (lesson.mayShowAnswer()) return (*this)(ShowAnswer{});
    }
    const auto wished = static_cast<std::ptrdiff_t>(lesson.stand.step) + a.by;
    if (wished >= 0) (*this)(GoToLessonStep{static_cast<std::size_t>(wished)});
}

void LessonUpdate::operator()(const AnswerTask& a) {
    if (!state_.lesson.awaitsAnswer()) return;
    const auto facts = lessonFacts(state_, true);
    if (!facts) return;
    const TaskAnswer answer = asAsked(*state_.lesson.asked(), a.answer, *facts);
    const Result<Judgement> judged = judge(*state_.lesson.step(), answer, *facts);
    if (!judged) return;
    TaskProgress& progress = taskOnScreen(state_);
    if (!progress.first) progress.first = answer;
    progress.last = answer;
    progress.is_solved = judged->is_right;
    progress.was_done = progress.was_done || judged->is_right;
}

void LessonUpdate::operator()(const ShowAnswer&) {
    if (!state_.lesson.mayShowAnswer()) return;
    if (const auto* const make = state_.lesson.asks<MakeTask>()) {
        const LessonLook look = make->look;
        const LessonEdits solution = make->solution;
        useWork(state_, [&](auto& work) {
            commitInStep(state_, work,
                         edited(workNow(state_, work), solution, *work.origin().opened));
        });
        const Standing now =
            movedBy(standingAt(*state_.lesson.lesson(), lessonStand(state_).step), look);
        if (look != LessonLook()) standAt(state_, now);
    }
    TaskProgress& progress = taskOnScreen(state_);
    progress.is_shown = true;
    progress.was_done = true;
}

void LessonUpdate::operator()(const ShowHint&) {
    if (state_.lesson.hasHint()) ++taskOnScreen(state_).hints;
}

void LessonUpdate::operator()(const BeginStepAgain&) {
    if (state_.lesson.step() == nullptr) return;
    useWork(state_, [&](auto& work) { commitAsBegun(state_, work); });
    standInLesson(state_);
    TaskProgress& progress = taskOnScreen(state_);
    progress = {.seed = progress.seed, .was_done = progress.was_done};
}

void LessonUpdate::operator()(const ForgetProgress& a) {
    std::erase_if(state_.place.lessons,
                  [&](const LessonProgress& one) { return one.lesson == a.lesson; });
}

void LessonUpdate::operator()(const BeginLessonAgain&) {
    if (state_.lesson.step() == nullptr) return;
    const auto source = lessonOnScreen(state_);
    progressOf(state_, *source).tasks.clear();
    beginLesson(state_, source, {});
}

void LessonUpdate::operator()(const DrawAnother&) {
    if (state_.lesson.step() == nullptr) return;
    const auto source = lessonOnScreen(state_);
    const auto find = [&](auto& work) {
        using Subject = std::decay_t<decltype(work.subject())>;
        const auto other = anotherWork(*source->lesson, LessonWork(work.origin().opened));
        if (!other) {
            state_.notice = {say::player::NoOtherNumbers{}};
            return;
        }
        Origin<Subject> origin = work.origin();
        origin.opened = std::get<std::shared_ptr<const Subject>>(*other);
        const LessonStand stand{work.history.current().stand.step, seedOf(*other)};
        beginStep<Subject>(state_, work, std::move(origin), stand);
    };
    useWork(state_, find);
}

void LessonUpdate::operator()(const CountHands& a) {
    state_.place.counts_hands = a.counts;
    const auto* const choice = state_.lesson.asks<ChoiceTask>();
    if (!a.counts || choice == nullptr) return;
    TaskProgress& progress = taskOnScreen(state_);
    const auto is_any = [](Index hands) { return hands > 0; };
    if (std::any_of(progress.hands.begin(), progress.hands.end(), is_any)) {
        progress.hands_before = progress.hands;
    }
    progress.hands.assign(choice->choices.size(), 0);
}

void LessonUpdate::operator()(const CountHand& a) {
    if (!state_.place.counts_hands || state_.lesson.asks<ChoiceTask>() == nullptr) return;
    TaskProgress& progress = taskOnScreen(state_);
    if (a.choice >= progress.hands.size()) return;
    Index& hands = progress.hands[a.choice];
    hands = std::clamp<Index>(hands + a.by, 0, kMostHands);
}

bool beginLesson(AppState& state, const std::shared_ptr<const LessonSource>& source,
                 const LessonStand& stand) {
    return useWork(state, [&](auto& work) {
        using Subject = std::decay_t<decltype(work.subject())>;
        return beginStep<Subject>(state, work, lessonOrigin<Subject>(source), stand);
    });
}

void standAt(AppState& state, const Standing& standing) {
    Place& place = state.place;
    place.mode = static_cast<Mode>(standing.mode);
    place.playing = false;
    place.compared = {};
    place.compare_view = CompareView::pair;
    if (!showsDocument(standing.mode)) {
        TrainPlace& train = state.train_place;
        train.step = std::clamp<Index>(standing.training_step, 0, state.experiment().steps);
        train.head = std::clamp<Index>(standing.head, 0, state.experiment().model.heads - 1);
        state.generate_place.head = train.head;
        return;
    }
    place.head = std::clamp<Index>(standing.head, 0, state.document().heads - 1);
    standAtStage(state, standing);
}

void standInLesson(AppState& state) {
    const auto source = lessonOnScreen(state);
    const LessonStand stand = lessonStand(state);
    if (source == nullptr || stand.step >= source->lesson->steps.size()) return;
    progressOf(state, *source).step = stand.step;
    state.place.counts_hands = false;
    state.hands.answer = {};
    standAt(state, standingAt(*source->lesson, stand.step));
}

void settleLesson(AppState& state) {
    const auto source = lessonOnScreen(state);
    if (source == nullptr && state.lesson.source == nullptr) return;
    LessonMemory now = lessonMemory(state);
    if (now == state.lesson.memory) return;
    ShownLesson shown = shownLesson(state);
    shown.memory = std::move(now);
    // Claims of the narrator may tell what is hidden from now on.
    state.narrator.forget();
    state.lesson = std::move(shown);
    const bool is_made = state.lesson.isOpen() && state.lesson.isMadeNow();
    if (!is_made || state.document_work.history.isDragging()) return;
    TaskProgress& task = taskOnScreen(state);
    task.is_solved = true;
    task.was_done = true;
    settleLesson(state);
}

std::optional<DocumentPart> lockedPart(const AppState& state, const Snapshot& next) {
    const Document& was = state.document();
    for (const DocumentPart part : lockedParts(state, state.document_work)) {
        const auto is_same = info(part).is_same;
        if (is_same != nullptr && !is_same(was, next.document)) return part;
    }
    return std::nullopt;
}

bool isExperimentLocked(const AppState& state) {
    return !lockedParts(state, state.experiment_work).empty();
}

Checked<Snapshot> lessonSnapshot(std::shared_ptr<const Origin<Document>> origin,
                                 const LessonStand& stand) {
    return snapshotOfStep<Document>(std::move(origin), stand);
}

Checked<ExperimentSnapshot> lessonSnapshot(std::shared_ptr<const Origin<Experiment>> origin,
                                           const LessonStand& stand) {
    return snapshotOfStep<Experiment>(std::move(origin), stand);
}

}  // namespace lookback

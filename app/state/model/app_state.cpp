#include "app/state/model/app_state.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/state/model/shown_quantity.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_lesson.h"
#include "core/explain/explain.h"
#include "core/explain/lifted_weight.h"
#include "core/io/experiment_library.h"
#include "core/words/say.h"

namespace lookback {
namespace {

std::optional<Target> targetAt(const AppState& state, Index cell) {
    if (cellCount(state.document(), state.step()) == 0) return std::nullopt;
    const StepCell at = cellAt(state.document(), state.step(), cell);
    return Target{at.id, info(at.id).per_head ? state.place.head : 0, at.cell};
}

/// True where the last of these changes was made at the step of the history that is on screen.
bool isAtPlaceOf(const AppState& state, const std::vector<DecimalsChange>& changes) {
    if (changes.empty() || changes.back().subject != info(state.place.mode).subject) return false;
    return useWork(state, [&](const auto& work) {
        return !work.history.isDragging() && work.history.place() == changes.back().at;
    });
}

/// A number that is being dragged is watched, not pointed at.
std::optional<Target> pointedAt(const AppState& state) {
    if (state.place.locked) return state.place.locked;
    const bool is_dragged = state.hands.doing<NumberDrag>() != nullptr;
    return is_dragged ? std::nullopt : state.hands.hovered;
}

/// True for a stage from the mask on with a row for each query.
bool isOfQueryFromMaskOn(const AppState& state, MatrixId id) {
    const std::vector<MatrixId>& order = state.trace().order;
    const auto mask = std::find(order.begin(), order.end(), MatrixId::mask);
    return info(id).rows == Axis::token && std::find(mask, order.end(), id) != order.end();
}

ExperimentSnapshot firstExperiment() {
    const std::string& id = experiments().front().id;
    return openedSnapshot(shippedOrigin(*openShippedExperiment(id), id));
}

}  // namespace

void MotionClock::begin() {
    came_from.clear();
    if (!can_begin) return;
    is_new = true;
    t = 0;
}

void MotionClock::end() {
    t = 1;
    came_from.clear();
}

AppState::AppState(const Document& document, const std::string& shipped)
    : AppState(Work<Document>(openedSnapshot(shippedOrigin(document, shipped)))) {}

AppState::AppState(Work<Document> work)
    : document_work(std::move(work)), experiment_work(firstExperiment()) {
    train_place.step = std::numeric_limits<Index>::max();
    settle(*this);
    settleLesson(*this);
}

bool undoesDecimals(const AppState& state) { return isAtPlaceOf(state, state.decimals.done); }

bool redoesDecimals(const AppState& state) {
    const bool is_same_history = useWork(state, [&](const auto& work) {
        return state.decimals.newest_step == work.history.newestStep();
    });
    return is_same_history && isAtPlaceOf(state, state.decimals.undone);
}

bool isAwaitingNumbers(const AppState& state) {
    return info(state.place.mode).subject == SubjectKind::document && !state.shown.hasNumbers();
}

const std::string& fileOnScreen(const AppState& state) {
    return useWork(state,
                   [](const auto& work) -> const std::string& { return work.origin().file; });
}

MatrixId stageInFocus(const AppState& state) {
    const auto focus = focusedTarget(state);
    return focus ? focus->id : state.step().results.front();
}

MatrixView liftedMask(const AppState& state) {
    return state.lifted.of(state.document_work.history.current());
}

bool isFromMaskOn(const AppState& state) {
    const auto mask = stepCovering(state.steps(), MatrixId::mask);
    return mask && state.place.step >= *mask;
}

std::optional<Message> liftedMaskFact(const AppState& state) {
    const MatrixView lifted = liftedMask(state);
    if (lifted.empty() || !isFromMaskOn(state)) return std::nullopt;
    const auto target = explainedTarget(state);
    const auto focus =
        target && isOfQueryFromMaskOn(state, target->id) ? target : focusedTarget(state);
    const Index head = state.place.head;
    const MatrixView weights = state.shown.matrix(MatrixId::attention_weights, head);
    Index query = focus ? focus->cell.row : state.token();
    const bool is_asked = state.hands.hovered || state.place.locked;
    // A stop of the remote ends at the last row, from which a mask takes nothing.
    if (state.place.presenting && !is_asked) query = mostLifted(lifted, weights, query);
    const Quantity told{.id = MatrixId::attention_weights, .row = query, .head = head};
    // On the slide the lifted mask is told of first of all, from its step on.
    const bool is_hidden_by_lesson = state.lesson.hiding.hides(state.document(), told);
    const bool is_to_come = state.preferences.hides_what_is_to_come && !isShown(state, told);
    if (is_hidden_by_lesson || is_to_come) return std::nullopt;
    return liftedMaskFact(
        lifted, weights, query, TokenLabel{state.shown.labels()[static_cast<std::size_t>(query)]},
        state.document().heads > 1 ? head + 1 : 0, state.document().masking.softmax);
}

bool isAtEnd(const AppState& state) {
    return state.place.step + 1 == state.steps().size() &&
           state.place.cell >= state.shown.lastCell(state.step());
}

std::optional<Target> focusedTarget(const AppState& state) {
    return targetAt(state, state.place.cell);
}

std::optional<Target> newestOf(const AppState& state) {
    return targetAt(state, state.place.revealed);
}

std::optional<Target> explainedTarget(const AppState& state) {
    const auto pointed = pointedAt(state);
    const bool is_told = pointed && isShown(state, {.id = pointed->id,
                                                    .row = pointed->cell.row,
                                                    .col = pointed->cell.col,
                                                    .head = pointed->head});
    return is_told ? pointed : focusedTarget(state);
}

const std::vector<CellRange>* dependentsOfTarget(const AppState& state) {
    const auto pointed = pointedAt(state);
    if (!state.shown.hasNumbers()) return nullptr;
    return pointed ? state.dependents.of(state.shown, *pointed) : nullptr;
}

std::vector<CellRange> inputsOfTarget(const AppState& state) {
    const auto target = explainedTarget(state);
    if (!target || !state.shown.hasNumbers()) return {};
    return inputsOf(state.document(), state.trace(), target->id, target->head, target->cell);
}

Wording AppState::wording() const {
    return wordingIn(*preferences.language).in(preferences.conventions);
}

}  // namespace lookback

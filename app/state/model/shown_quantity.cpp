#include "app/state/model/shown_quantity.h"

#include <algorithm>

#include "app/state/model/app_state.h"
#include "core/engine/stages.h"
#include "core/lesson/guided_lesson.h"
#include "messages/common.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr Cell kBeforeAll{-1, -1};

/// Returns the last cell of a stage of the present step that has appeared. A stage that is not a
/// result appears with the first result.
std::optional<Cell> lastInStep(const AppState& state, MatrixId id) {
    const auto newest = newestOf(state);
    if (!newest) return std::nullopt;
    const auto& results = state.step().results;
    const auto place = [&](MatrixId wanted) {
        const auto at = std::find(results.begin(), results.end(), wanted);
        return at == results.end() ? results.begin() : at;
    };
    if (place(id) == place(newest->id)) return newest->cell;
    // In a row, results appear one after the other.
    const Index cols = stageShape(stage(id), state.document()).cols;
    const bool is_before = place(id) < place(newest->id);
    return Cell{newest->cell.row - (is_before ? 0 : 1), cols - 1};
}

bool isAfter(Cell cell, Cell last) {
    return cell.row > last.row || (cell.row == last.row && cell.col > last.col);
}

}  // namespace

bool hidesWhatIsToCome(const AppState& state) {
    const Place& place = state.place;
    const bool goes_by_cells = place.mode == Mode::lab || (place.mode == Mode::compare &&
                                                           place.compare_view == CompareView::pair);
    return state.preferences.hides_what_is_to_come || (place.presenting && goes_by_cells);
}

bool isTrainingStepShown(const AppState& state, Index step) {
    const bool hides = state.preferences.hides_what_is_to_come ||
                       (state.place.presenting && state.place.mode == Mode::train);
    if (const auto last = lastTrainingStepOfLesson(state); last && step > *last) return false;
    return !hides || step <= state.train_place.step;
}

std::optional<Index> lastTrainingStepOfLesson(const AppState& state) {
    const ShownLesson& lesson = state.lesson;
    if (!lesson.hiding.things.has(LessonResult::loss)) return std::nullopt;
    return standingAt(*lesson.lesson(), lesson.stand.step).training_step;
}

bool areLeaksShown(const AppState& state) {
    return !state.lesson.hiding.things.has(LessonResult::leaks);
}

bool isWritingShown(const AppState& state) {
    return !state.lesson.hiding.things.has(LessonResult::written);
}

bool hidesCellsOf(const AppState& state, MatrixId id) {
    return state.lesson.hiding.cells.hasAny(id);
}

bool isModeHidden(const AppState& state, Mode mode) {
    return state.lesson.hiding.things.has(static_cast<LessonMode>(mode));
}

Message hiddenByLesson(const AppState& state) {
    if (state.lesson.isOpen()) return say::player::HiddenUntilAnswered{};
    return say::player::HiddenInStep{};
}

Message whyHidden(const AppState& state, const std::optional<Quantity>& quantity) {
    const LessonHiding& hiding = state.lesson.hiding;
    const bool is_by_lesson =
        quantity ? hiding.hides(state.document(), *quantity) : !hiding.things.results.empty();
    return is_by_lesson ? hiddenByLesson(state) : Message(say::common::Hidden{});
}

std::optional<Cell> lastAppeared(const AppState& state, MatrixId id) {
    if (isParameter(id)) return std::nullopt;
    const auto step = stepCovering(state.steps(), id);
    const bool is_given = stage(id).arithmetic(state.document()) == Arithmetic::given;
    if (is_given || !step || *step < state.place.step) return std::nullopt;
    if (*step > state.place.step) return kBeforeAll;
    // The mask is given to its step, as the weights are to theirs.
    return id == MatrixId::mask ? std::nullopt : lastInStep(state, id);
}

std::optional<Cell> lastShown(const AppState& state, MatrixId id) {
    return hidesWhatIsToCome(state) ? lastAppeared(state, id) : std::nullopt;
}

bool isShown(const AppState& state, const Quantity& quantity) {
    if (state.lesson.hiding.hides(state.document(), quantity)) return false;
    const auto last = lastShown(state, quantity.id);
    if (!last) return true;
    const Document& document = state.document();
    const TensorShape cells = stageShape(stage(quantity.id), document);
    const Index head = quantity.head.value_or(document.heads - 1);
    const Index cols =
        info(quantity.id).is_of_all_heads ? (head + 1) * cells.cols / document.heads : cells.cols;
    return !isAfter({quantity.row.value_or(cells.rows - 1), quantity.col.value_or(cols - 1)},
                    *last);
}

}  // namespace lookback

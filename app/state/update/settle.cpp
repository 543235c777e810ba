#include "app/state/update/settle.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "app/state/model/shown_quantity.h"
#include "app/state/model/stops.h"
#include "app/state/update/update_lesson.h"
#include "core/document/edit.h"
#include "core/engine/changed_cells.h"
#include "core/engine/stages.h"

namespace lookback {
namespace {

bool isThere(const AppState& state, const Target& target) {
    const Document& document = state.document();
    if (target.head >= document.heads) return false;
    if (isParameter(target.id)) {
        const MatrixView weight = state.shown.matrix(target.id);
        return target.cell.row < weight.rows() && target.cell.col < weight.cols();
    }
    const Stage& row = stage(target.id);
    const TensorShape cells = stageShape(row, document);
    return row.applies(document) && target.cell.row < cells.rows && target.cell.col < cells.cols;
}

void bound(Place& place, const AppState& state) {
    place.step = std::min(place.step, state.steps().size() - 1);
    place.head = std::clamp<Index>(place.head, 0, state.document().heads - 1);
    place.revealed = std::clamp<Index>(place.revealed, 0, state.shown.lastCell(state.step()));
    place.cell = std::clamp<Index>(place.cell, 0, place.revealed);
    if (place.locked && !isThere(state, *place.locked)) place.locked.reset();
    bound(place.leak.nudge, state.document());
    bound(place.compared, state.document());
}

void bound(Hands& hands, const AppState& state) {
    for (auto* target : {&hands.hovered, &hands.hovered_next}) {
        if (*target && !isThere(state, **target)) target->reset();
    }
    hands.hovered_token.reset();
    hands.hovered_token_next.reset();
    const auto* typing = hands.doing<NumberTyping>();
    if (typing != nullptr && !isNumber(state.document(), typing->id, typing->cell)) {
        hands.gesture = {};
    }
    const auto* naming = hands.doing<TokenNaming>();
    if (naming != nullptr && naming->at > state.document().n()) hands.gesture = {};
}

/// Makes the token that is read and the row of the cell in focus one. The focus goes to the row of
/// the token; where that row is hidden, the token is that of the focus.
void agreeOnRow(AppState& state) {
    Place& place = state.place;
    const auto focus = focusedTarget(state);
    if (!focus || info(focus->id).rows != Axis::token || focus->cell.row == state.token()) return;
    const Cell wanted{state.token(), focus->cell.col};
    if (!isShown(state, {.id = focus->id, .row = wanted.row, .col = wanted.col})) {
        selectToken(state, focus->cell.row);
        return;
    }
    place.cell = stepCellIndex(state.document(), state.step(), {focus->id, wanted});
    place.revealed = std::max(place.revealed, place.cell);
}

/// Takes the focus that the remote has put there to the cell that is now the most telling one of
/// the stop: an edit of the mask makes it another. It waits while something is dragged.
void followStop(AppState& state) {
    Place& place = state.place;
    if (!place.is_at_stop || !state.shown.hasNumbers()) return;
    if (state.document_work.history.isDragging()) return;
    for (const Stop& stop : stopsOf(state.shown, state.step(), place.head)) {
        if (stop.revealed == place.revealed) place.cell = stop.cell;
    }
    const auto focus = focusedTarget(state);
    if (focus && info(focus->id).rows == Axis::token) selectToken(state, focus->cell.row);
}

/// Gives the focus a place that the document has.
void settleFocus(AppState& state) {
    bound(state.place, state);
    agreeOnRow(state);
    followStop(state);
}

/// Tells anew whether the document is as it was opened, or saved.
void compareWithOrigin(AppState& state) {
    state.narrator.forget();
    state.code.forget();
    // What is kept beside it changes nothing that a lesson speaks of.
    const Document& opened = *state.origin().opened;
    Document alone = state.document();
    alone.snapshots = opened.snapshots;
    alone.title = opened.title;
    state.is_as_opened = alone == opened;
    state.document_work.settle();
}

}  // namespace

void bound(Nudge& nudge, const Document& document) {
    if (nudge.token && *nudge.token >= document.n()) nudge.token.reset();
    if (nudge.dimension && *nudge.dimension >= document.dIn()) nudge.dimension = 0;
}

void bound(ComparedChoices& compared, const Document& document) {
    for (const Side side : {Side::a, Side::b}) {
        const VariantChoice& choice = compared.of(side);
        if (choice.kind != VariantKind::snapshot) continue;
        if (findSnapshot(document, choice.name) != nullptr) continue;
        compared = {};
        return;
    }
}

void settle(AppState& state) {
    const History<Snapshot>& history = state.document_work.history;
    const Document& document = history.current().document;
    if (takesLong(document)) {
        state.shown.await(document, history.isDragging());
    } else {
        state.shown.show(document, history.isDragging());
        state.awaited_pass.document.reset();
    }
    state.unmasked.forget();
    state.lifted.forget();
    state.comparison.forget(history.isDragging());
    state.leaks.forget(history.isDragging());
    state.probed.forget();
    state.dependents.forget();
    compareWithOrigin(state);
    settleFocus(state);
    bound(state.hands, state);
}

std::shared_ptr<DocumentPass> takePass(AppState& state) {
    if (state.shown.hasNumbers()) return nullptr;
    AwaitedPass& awaited = state.awaited_pass;
    // A job that runs for a document of the same shapes ends first: the next pass begins with its
    // numbers. A job for other shapes is given up when the worker gets the next one.
    if (awaited.document && haveSameShapes(*awaited.document, state.document())) return nullptr;
    awaited.document = state.document();
    auto pass = std::make_shared<DocumentPass>();
    pass->number = ++awaited.number;
    pass->in_drag = state.document_work.history.isDragging();
    pass->variant = std::exchange(state.shown, Variant());
    state.shown.await(pass->variant.document());
    return pass;
}

void compute(DocumentPass& pass, const GivesUp& gives_up) {
    pass.variant.compute(gives_up);
    pass.variant.deriveFacts(gives_up);
}

void takeComputed(AppState& state, DocumentPass& pass) {
    AwaitedPass& awaited = state.awaited_pass;
    if (!awaited.document || pass.number != awaited.number) return;
    awaited.document.reset();
    const bool in_drag = state.document_work.history.isDragging();
    if (pass.variant.document() != state.document() || pass.in_drag != in_drag) {
        pass.variant.await(state.document(), in_drag);
    }
    state.shown = std::move(pass.variant);
    followStop(state);
}

void computeAwaited(AppState& state) {
    const std::shared_ptr<DocumentPass> pass = takePass(state);
    if (pass == nullptr) return;
    compute(*pass);
    takeComputed(state, *pass);
    settleLesson(state);
}

/// Whoever stood at the end of the training stands there again.
void settleExperiment(AppState& state) {
    state.training.forget();
    Index& head = state.train_place.head;
    head = std::clamp<Index>(head, 0, state.experiment().model.heads - 1);
    boundUndoneText(state.experiment_work);
    state.experiment_work.settle();
}

void settleOpenedExperiment(AppState& state) {
    state.train_place = {.step = std::numeric_limits<Index>::max(),
                         .speed = state.train_place.speed};
    GeneratePlace& place = state.generate_place;
    place.prompt.clear();
    place.written = GeneratePlace().written;
    place.part = GeneratePlace().part;
    settleExperiment(state);
}

void showExperiment(AppState& state, ExperimentSnapshot opened) {
    state.experiment_work.history.commit(std::move(opened));
    settleOpenedExperiment(state);
}

void settleKeepingStep(AppState& state) {
    Place& place = state.place;
    const MatrixId stage = state.step().results.front();
    const bool was_complete = place.revealed >= state.shown.lastCell(state.step());
    const bool was_last = place.cell >= place.revealed;
    settle(state);
    if (const auto step = stepCovering(state.steps(), stage)) place.step = *step;
    if (was_complete) place.revealed = state.shown.lastCell(state.step());
    if (was_last) place.cell = place.revealed;
    settleFocus(state);
}

Index clampedToken(Index token, const Document& document) {
    return std::clamp<Index>(token, 0, std::max<Index>(document.n() - 1, 0));
}

void selectToken(AppState& state, Index token) {
    const Index wanted = clampedToken(token, state.document_work.subject());
    if (wanted == state.token()) return;
    Snapshot selected = state.document_work.history.current();
    selected.token = wanted;
    state.document_work.history.amend(std::move(selected));
}

}  // namespace lookback

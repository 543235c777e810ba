#include "app/state/update/settle.h"

#include <algorithm>

#include "core/document/edit.h"

namespace lookback {
namespace {

bool isThere(const AppState& state, const Target& target) {
    if (!isWeight(target.id) && !state.trace().has(target.id)) return false;
    const MatrixView matrix = state.shown.matrix(target.id);
    return target.head < state.document().heads && target.cell.row < matrix.rows() &&
           target.cell.col < matrix.cols();
}

void bound(Place& place, const AppState& state) {
    place.step = std::min(place.step, state.steps().size() - 1);
    place.head = std::clamp<Index>(place.head, 0, state.document().heads - 1);
    place.revealed = std::clamp<Index>(place.revealed, 0, state.shown.lastCell(state.step()));
    place.cell = std::clamp<Index>(place.cell, 0, place.revealed);
    if (place.locked && !isThere(state, *place.locked)) place.locked.reset();
    bound(place.leak.nudge, state.document());
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

}  // namespace

void bound(Nudge& nudge, const Document& document) {
    if (nudge.token && *nudge.token >= document.n()) nudge.token.reset();
    if (nudge.dimension && *nudge.dimension >= document.dIn()) nudge.dimension = 0;
}

void compareWithOrigin(AppState& state) {
    state.narrator.forget();
    const Origin& origin = state.origin();
    const Document& document = state.document();
    const bool is_in_file = origin.saved && document == *origin.saved;
    const bool is_found_elsewhere =
        document == origin.document && (!origin.saved || !origin.lesson.empty());
    // What is kept beside it changes nothing that a lesson speaks of.
    Document alone = document;
    alone.snapshots = origin.document.snapshots;
    state.is_as_opened = alone == origin.document;
    state.is_saved = is_in_file || is_found_elsewhere;
}

void settle(AppState& state) {
    state.shown.show(state.history.current().document, state.history.isDragging());
    state.unmasked.forget();
    state.comparison.forget(state.history.isDragging());
    state.leaks.forget(state.history.isDragging());
    state.probed.forget();
    state.dependents.forget();
    compareWithOrigin(state);
    bound(state.place, state);
    bound(state.hands, state);
}

void settlePlace(AppState& state) {
    const Mode mode = state.place.mode;
    if (isOfExperiment(mode)) {
        auto question = settlePlace(state.workshop, mode == Mode::generate);
        if (!question) return;
        state.effects.emplace_back(
            Train{std::make_shared<const TrainingQuestion>(*std::move(question))});
    } else if (mode == Mode::leak) {
        const ComparedPair pair = state.comparison.of(state.shown, state.place.compared);
        if (leakPairFault(pair)) return;
        state.leaks.settle(pair, state.place.compared);
        if (!state.leaks.hasQuestion()) return;
        state.effects.emplace_back(
            FindLeaks{std::make_shared<const LeakQuestion>(state.leaks.takeQuestion(pair))});
    }
}

void settleKeepingStep(AppState& state) {
    Place& place = state.place;
    const MatrixId stage = state.step().results.front();
    const bool was_complete = place.revealed >= state.shown.lastCell(state.step());
    const bool was_last = place.cell >= place.revealed;
    settle(state);
    if (const auto step = stepOf(state.steps(), stage)) place.step = *step;
    if (was_complete) place.revealed = state.shown.lastCell(state.step());
    if (was_last) place.cell = place.revealed;
    bound(place, state);
}

void putAsideUnsaved(AppState& state) {
    if (!state.is_saved) state.effects.emplace_back(PutAside{state.history.currentStep()});
}

Index clampedToken(Index token, const Document& document) {
    return std::clamp<Index>(token, 0, std::max<Index>(document.n() - 1, 0));
}

void selectToken(AppState& state, Index token) {
    const Index wanted = clampedToken(token, state.history.current().document);
    if (wanted == state.token()) return;
    Snapshot selected = state.history.current();
    selected.token = wanted;
    state.history.amend(std::move(selected));
}

}  // namespace lookback

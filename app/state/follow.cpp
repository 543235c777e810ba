#include "app/state/follow.h"

#include <algorithm>

#include "app/look/colormap.h"
#include "core/document/edit.h"
#include "core/document/labels.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

constexpr Index kMostUnmasked = 512;  ///< tokens up to which everything is computed twice

/// The bounds of the colour scales: of all heads together, without what the mask blocks.
void measure(AppState& state) {
    const Document& document = state.document();
    for (const MatrixInfo& matrix : kMatrices) {
        double& bound = state.bounds[static_cast<std::size_t>(matrix.id)];
        bound = 0;
        if (!isWeight(matrix.id) && !state.trace().has(matrix.id)) continue;
        std::optional<MatrixView> mask;
        if (isHatched(state, matrix.id)) mask = state.trace().view(MatrixId::mask);
        for (Index head = 0; head < (matrix.per_head ? document.heads : 1); ++head) {
            const MatrixView values = matrixOf(document, state.trace(), matrix.id, head);
            bound = std::max(bound, scaleBound(values, matrix.domain, mask));
        }
    }
}

}  // namespace

void follow(AppState& state) {
    const Document& document = state.document();
    state.engine.attend(document);
    state.steps = stepsOf(document);
    state.blocks_some = !allowsAll(document.mask, document.n());
    state.has_unmasked = state.blocks_some && document.n() <= kMostUnmasked;
    if (state.has_unmasked) {
        Document free = document;
        setMasked(free, false);
        state.unmasked_engine.attend(free);
    }
    state.labels = tokenLabels(document.tokens);
    state.equals_expected = document.lesson && meetsExpectations(document, state.trace());
    state.checks = checkWeights(document, state.trace());
    if (!state.history.isDragging()) measure(state);
    const Origin& origin = state.origin();
    state.is_as_opened = document == origin.document;
    state.is_saved = state.is_as_opened || (origin.saved && document == *origin.saved);

    ViewState& view = state.view;
    view.step = std::min(view.step, state.steps.size() - 1);
    view.head = std::clamp<Index>(view.head, 0, document.heads - 1);
    const Index cells = cellCount(state.trace(), state.step());
    view.cell = std::clamp<Index>(view.cell, 0, std::max<Index>(cells - 1, 0));
    const auto vanished = [&](const std::optional<Target>& target) {
        if (!target) return false;
        if (!isWeight(target->id) && !state.trace().has(target->id)) return true;
        const MatrixView matrix = matrixOf(document, state.trace(), target->id, 0);
        return target->head >= document.heads || target->cell.row >= matrix.rows() ||
               target->cell.col >= matrix.cols();
    };
    for (auto* target : {&view.locked, &view.hovered, &view.hovered_next}) {
        if (vanished(*target)) target->reset();
    }
    view.hovered_token.reset();
    view.hovered_token_next.reset();
    if (view.typing && !isNumber(document, view.typing->id, view.typing->cell)) view.typing.reset();
    if (view.naming && view.naming->at > document.n()) view.naming.reset();
}

/// A step that was complete stays complete.
void followKeepingStep(AppState& state) {
    const MatrixId shown = state.step().results.front();
    const bool was_complete = state.view.cell + 1 >= cellCount(state.trace(), state.step());
    follow(state);
    if (const auto step = stepOf(state.steps, shown)) state.view.step = *step;
    const Index cells = cellCount(state.trace(), state.step());
    state.view.cell =
        std::max<Index>(was_complete ? cells - 1 : std::min(state.view.cell, cells - 1), 0);
}

Index clampedToken(Index token, const Document& document) {
    return std::clamp<Index>(token, 0, std::max<Index>(document.n() - 1, 0));
}

void selectToken(AppState& state, Index token) {
    Snapshot selected = state.history.current();
    selected.token = clampedToken(token, selected.document);
    state.history.amend(std::move(selected));
}

}  // namespace lookback

#include "app/state/session.h"

#include <utility>

#include "app/state/settle.h"
#include "app/state/update.h"

namespace lookback {

Session freshSession(Origin origin) {
    const Document document = origin.document;
    Session session;
    session.steps = {std::make_shared<const Snapshot>(openedSnapshot(std::move(origin), document))};
    return session;
}

namespace {

/// That the word wiggles is not kept, nor how far it has come.
LeakPlace keptLeakPlace(LeakPlace place) {
    place.wiggling = false;
    place.wiggled = 0;
    return place;
}

}  // namespace

SavedPlace placeOf(const AppState& state) {
    return {.mode = state.place.mode,
            .step = state.step().results.front(),
            .cell = state.place.cell,
            .revealed = state.place.revealed,
            .head = state.place.head,
            .compared = state.place.compared,
            .compare_view = state.place.compare_view,
            .leak = keptLeakPlace(state.place.leak)};
}

Session sessionOf(const AppState& state) {
    auto [steps, at] = state.history.steps();
    return {.steps = std::move(steps),
            .at = at,
            .place = placeOf(state),
            .is_unsaved = !state.is_saved};
}

AppState stateOf(const Session& session) {
    AppState state(History<Snapshot>(session.steps, session.at));
    if (!session.place) return state;
    const Index token = state.token();
    const SavedPlace& place = *session.place;
    state.place.mode = place.mode;
    state.place.compared = place.compared;
    state.place.leak = place.leak;
    bound(state.place.leak.nudge, state.document());
    state.place.compare_view = place.compare_view;
    if (const auto step = stepOf(state.steps(), place.step)) {
        update(state, GoTo{*step, place.revealed});
        update(state, FocusCell{place.cell});
        state.place.motion = 1;
    }
    update(state, SetHead{place.head});
    selectToken(state, token);
    return state;
}

}  // namespace lookback

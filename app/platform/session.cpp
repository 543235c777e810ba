#include "app/platform/session.h"

#include <utility>

#include "app/state/update.h"

namespace lookback {

Session freshSession(const Document& document, std::string lesson, std::string file) {
    return {document, {document, std::move(lesson), std::move(file), {}}, {}};
}

Session sessionOf(const AppState& state) {
    return {state.document(), state.origin(),
            SavedPlace{.step = state.step().results.front(),
                       .cell = state.view.cell,
                       .head = state.view.head,
                       .token = state.token()}};
}

AppState stateOf(const Session& session) {
    AppState state(session.origin, session.document);
    if (!session.place) return state;
    const SavedPlace& place = *session.place;
    if (const auto step = stepOf(state.steps, place.step)) {
        update(state, GoTo{*step, place.cell});
        state.view.motion = 1;
    }
    update(state, SetHead{place.head});
    update(state, SelectToken{place.token});
    return state;
}

}  // namespace lookback

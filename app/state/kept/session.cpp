#include "app/state/kept/session.h"

#include <utility>

#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "core/io/experiment_library.h"

namespace lookback {

bool Session::isOfExperiment() const {
    return !is_unsaved && workshop && !isSaved(workshop->current());
}

const std::string& Session::title() const {
    return isOfExperiment() ? workshop->current().experiment->title : current().document.title;
}

const std::string& Session::draft() const {
    return isOfExperiment() ? workshop->current().origin->draft : current().origin->draft;
}

Session freshSession(Origin origin) {
    const Document document = origin.document;
    Session session;
    session.steps = {std::make_shared<const Snapshot>(openedSnapshot(std::move(origin), document))};
    return session;
}

void openIn(Session& session, ExperimentSnapshot opened) {
    KeptWorkshop& kept = session.workshop ? *session.workshop : session.workshop.emplace();
    kept.steps.resize(kept.steps.empty() ? 0 : kept.at + 1);
    kept.steps.push_back(std::make_shared<const ExperimentSnapshot>(std::move(opened)));
    kept.at = kept.steps.size() - 1;
    if (!session.place) session.place.emplace();
    session.place->mode = Mode::train;
    session.place->train.reset();
}

namespace {

/// Nothing where nobody has touched it.
std::optional<KeptWorkshop> keptWorkshop(const Workshop& workshop) {
    KeptWorkshop kept = workshop.kept();
    const bool is_as_begun = kept.steps.size() == 1 && workshop.is_saved &&
                             workshop.origin().id == experiments().front().id;
    return is_as_begun ? std::nullopt : std::optional(std::move(kept));
}

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
            .leak = keptLeakPlace(state.place.leak),
            .train = state.workshop.place,
            .generate = state.workshop.generate};
}

Session sessionOf(const AppState& state) {
    auto [steps, at] = state.history.steps();
    return {.steps = std::move(steps),
            .at = at,
            .place = placeOf(state),
            .is_unsaved = !state.is_saved,
            .workshop = keptWorkshop(state.workshop)};
}

AppState stateOf(const Session& session) {
    AppState state(History<Snapshot>(session.steps, session.at));
    if (session.workshop) state.workshop = Workshop(*session.workshop);
    if (!session.place) return state;
    const Index token = state.token();
    const SavedPlace& place = *session.place;
    state.place.mode = place.mode;
    state.place.compared = place.compared;
    state.place.leak = place.leak;
    bound(state.place.leak.nudge, state.document());
    state.place.compare_view = place.compare_view;
    if (place.train) state.workshop.place = *place.train;
    if (place.generate) state.workshop.generate = *place.generate;
    settle(state.workshop);
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

#include "app/state/kept/session.h"

#include <utility>

#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "app/state/update/update_draft.h"
#include "core/io/experiment_library.h"

namespace lookback {

bool Session::isOfExperiment() const {
    return !is_unsaved && experiment && !isSaved(experiment->current());
}

const std::string& Session::title() const {
    return isOfExperiment() ? experiment->current().experiment->title
                            : document.current().document.title;
}

const std::string& Session::draft() const {
    return isOfExperiment() ? experiment->current().origin->draft
                            : document.current().origin->draft;
}

Session freshSession(Origin<Document> origin) {
    return {.document = {{std::make_shared<const Snapshot>(openedSnapshot(std::move(origin)))}, 0}};
}

void openIn(Session& session, ExperimentSnapshot opened) {
    KeptWork<Experiment>& kept =
        session.experiment ? *session.experiment : session.experiment.emplace();
    kept.steps.resize(kept.steps.empty() ? 0 : kept.at + 1);
    kept.steps.push_back(std::make_shared<const ExperimentSnapshot>(std::move(opened)));
    kept.at = kept.steps.size() - 1;
    if (!session.place) session.place.emplace();
    session.place->mode = Mode::train;
    session.place->train.reset();
}

namespace {

/// Returns the experiment with its history; nothing if it is the first shipped one, unchanged.
std::optional<KeptWork<Experiment>> keptExperiment(const Work<Experiment>& work) {
    KeptWork<Experiment> kept = work.kept();
    const bool is_as_begun = kept.steps.size() == 1 && work.is_saved &&
                             work.origin().shipped == experiments().front().id;
    return is_as_begun ? std::nullopt : std::optional(std::move(kept));
}

/// Returns the place in the Leak test, without the running motion of the nudge.
LeakPlace keptLeakPlace(LeakPlace place) {
    place.wiggling = false;
    place.wiggled = 0;
    return place;
}

}  // namespace

SavedPlace savedPlaceOf(const AppState& state) {
    return {.mode = state.place.mode,
            .step = state.step().results.front(),
            .cell = state.place.cell,
            .revealed = state.place.revealed,
            .head = state.place.head,
            .compared = state.place.compared,
            .compare_view = state.place.compare_view,
            .score_growth = state.place.score_growth,
            .leak = keptLeakPlace(state.place.leak),
            .train = state.train_place,
            .generate = state.generate_place,
            .lessons = state.place.lessons};
}

Session sessionOf(const AppState& state) {
    return {.document = state.document_work.kept(),
            .place = savedPlaceOf(state),
            .is_unsaved = !state.document_work.is_saved,
            .experiment = keptExperiment(state.experiment_work),
            .lesson = state.draft};
}

bool hasUnsavedWork(const AppState& state) {
    return !state.document_work.is_saved || !state.experiment_work.is_saved ||
           (state.draft && !state.draft->isSaved()) || state.has_unkept_undo;
}

AppState stateOf(const Session& session) {
    AppState state(Work<Document>(session.document));
    if (session.experiment) state.experiment_work = Work<Experiment>(*session.experiment);
    settleExperiment(state);
    if (session.lesson) {
        state.draft = session.lesson;
        settleDraft(*state.draft);
    }
    if (!session.place) return state;
    const SavedPlace& place = *session.place;
    state.place.mode = place.mode;
    state.place.compared = place.compared;
    state.place.leak = place.leak;
    bound(state.place.leak.nudge, state.document());
    bound(state.place.compared, state.document());
    state.place.compare_view = place.compare_view;
    state.place.score_growth = place.score_growth;
    state.place.lessons = place.lessons;
    if (place.train) state.train_place = *place.train;
    if (place.generate) state.generate_place = *place.generate;
    settleExperiment(state);
    if (const auto step = stepCovering(state.steps(), place.step)) {
        update(state, GoTo{*step, place.revealed});
        update(state, FocusCell{place.cell});
        state.place.motion = 1;
    }
    update(state, Change(&Place::head, place.head));
    return state;
}

}  // namespace lookback

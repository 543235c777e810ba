#include "app/state/model/own_work.h"

namespace lookback {

OwnWork ownWork(const AppState& state) {
    if (isOfExperiment(state.place.mode)) {
        const ExperimentOrigin& origin = state.workshop.origin();
        return {.title = state.workshop.experiment().title,
                .file = origin.file,
                .fingerprint = origin.fingerprint,
                .is_saved = state.workshop.is_saved};
    }
    return {.title = state.document().title,
            .file = state.origin().file,
            .fingerprint = state.origin().fingerprint,
            .is_saved = state.is_saved};
}

}  // namespace lookback

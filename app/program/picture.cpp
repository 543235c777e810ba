#include "app/program/picture.h"

#include <algorithm>

#include "app/state/update/settle.h"
#include "app/state/update/update.h"

namespace lookback {

AppState stateOf(const Picture& picture) {
    const PictureRequest& request = picture.request;
    AppState state(picture.document, request.lesson);
    state.preferences.theme = request.theme;
    state.place.mode = request.mode;
    if (request.experiment) {
        showExperiment(state, *request.experiment);
        state.train_place.head = request.head;
    }
    if (request.trained) update(state, Change(&TrainPlace::step, *request.trained));
    if (request.with) state.place.compared.b = *request.with;
    state.place.presenting = request.presenting;
    if (info(request.mode).subject == SubjectKind::experiment) return state;
    update(state, Change(&Place::head, request.head));
    const MatrixId id = request.step.value_or(state.steps().front().results.front());
    const auto step = stepOf(state.steps(), id);
    if (!step) return state;
    const Step& shown = state.steps()[*step];
    const bool is_result =
        std::find(shown.results.begin(), shown.results.end(), id) != shown.results.end();
    const MatrixId matrix = is_result ? id : shown.results.back();
    const Tensor& values = state.trace().tensor(matrix);
    const Cell last{values.rows() - 1, values.cols() - 1};
    update(state,
           GoTo{*step, stepCellIndex(state.trace(), shown, {matrix, request.cell.value_or(last)})});
    state.place.motion = 1;
    return state;
}

}  // namespace lookback

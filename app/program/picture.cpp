#include "app/program/picture.h"

#include <algorithm>

#include "app/program/pdf_page.h"
#include "app/program/svg_page.h"
#include "app/state/update/play.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "core/engine/stages.h"
#include "core/io/export_formats.h"

namespace lookback {

namespace {

constexpr double kStepSeconds = 2.5;  ///< of a walk at each step
constexpr double kEndSeconds = 1.5;   ///< more, before it begins again

/// Dresses the window as the request says.
void setPreferences(Preferences& preferences, const PictureRequest& request) {
    preferences.theme = request.theme;
    preferences.language = request.language;
    preferences.shows_code = request.code.has_value();
    preferences.code_library = request.code.value_or(preferences.code_library);
}

/// The state with a lesson at one of its steps.
AppState stateOfLesson(const Picture& picture) {
    const PictureRequest& request = picture.request;
    AppState state(picture.document, request.lesson);
    setPreferences(state.preferences, request);
    state.preferences.has_motion = false;
    state.place.presenting = request.presenting;
    update(state, *request.opening);
    if (request.lesson_step > 0) update(state, GoToLessonStep{request.lesson_step});
    state.preferences.has_motion = true;
    return state;
}

}  // namespace

AppState pictureState(const Picture& picture) {
    const PictureRequest& request = picture.request;
    AppState state =
        request.opening ? stateOfLesson(picture) : AppState(picture.document, request.lesson);
    if (request.opening && !request.stands_elsewhere) return state;
    setPreferences(state.preferences, request);
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
    const auto step = stepCovering(state.steps(), id);
    if (!step) return state;
    const Step& shown = state.steps()[*step];
    const bool is_result =
        std::find(shown.results.begin(), shown.results.end(), id) != shown.results.end();
    const MatrixId matrix = is_result ? id : shown.results.back();
    const TensorShape cells = stageShape(stage(matrix), state.document());
    const Cell last{cells.rows - 1, cells.cols - 1};
    update(state, GoTo{*step, stepCellIndex(state.document(), shown,
                                            {matrix, request.cell.value_or(last)})});
    state.place.motion = 1;
    return state;
}

std::vector<WalkStop> walkStops(const AppState& state, std::optional<MatrixId> stage) {
    std::vector<WalkStop> stops;
    const std::vector<Step>& steps = state.steps();
    if (!stage) {
        const bool ends_here = state.preferences.hides_what_is_to_come;
        const std::size_t last = ends_here ? state.place.step : steps.size() - 1;
        for (std::size_t k = 0; k <= last; ++k) {
            const Index cell =
                ends_here && k == last ? state.place.revealed : state.shown.lastCell(steps[k]);
            stops.push_back({k, cell, kStepSeconds});
        }
    } else if (const auto step = stepCovering(steps, *stage)) {
        const Index last = state.shown.lastCell(steps[*step]);
        for (Index cell = 0; cell <= last; ++cell) stops.push_back({*step, cell, kPlaySeconds});
    }
    if (!stops.empty()) stops.back().seconds += kEndSeconds;
    return stops;
}

#ifdef LOOKBACK_VECTOR_PAGES
Result<std::string> vectorBytes(DrawnFormat format, const VectorPage& page, const AppState& state,
                                const std::string& carried) {
    const std::string title = useWork(state, [](const auto& work) { return work.subject().title; });
    const std::string heading = title.empty() ? "Lookback" : title;
    if (format == DrawnFormat::svg) return svgPage(page, heading, carried);
    return pdfPage(page, heading);
}
#else
// allExports() lists no format that would ask for it.
Result<std::string> vectorBytes(DrawnFormat, const VectorPage&, const AppState&,
                                const std::string&) {
    std::abort();
}
#endif

}  // namespace lookback

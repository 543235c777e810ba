#include "app/program/carried_work.h"

#include "app/program/lesson_exports.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/task_place.h"

namespace lookback {

std::string carriedWork(const AppState& state) {
    if (!state.lesson.hiding.things.empty()) {
        const TaskPlace place{.lesson = lessonName(*state.lesson.source),
                              .step = state.lesson.stand.step,
                              .seed = state.lesson.stand.seed};
        return place.lesson.empty() ? std::string() : writeTaskPlace(place);
    }
    if (info(state.place.mode).subject == SubjectKind::experiment) {
        return writeExperiment(state.experiment());
    }
    return documentBytes(state.document()).value_or("");
}

}  // namespace lookback

#include "app/program/carried_work.h"

#include "core/io/document_json.h"
#include "core/io/experiment_json.h"

namespace lookback {

std::string carriedWork(const AppState& state) {
    if (!state.lesson.hiding.things.empty()) return "";
    if (info(state.place.mode).subject == SubjectKind::experiment) {
        return writeExperiment(state.experiment());
    }
    return documentBytes(state.document()).value_or("");
}

}  // namespace lookback

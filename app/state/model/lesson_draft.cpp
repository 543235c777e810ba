#include "app/state/model/lesson_draft.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "app/state/model/app_state.h"

namespace lookback {
std::string LessonDraft::at(const std::string& part) const {
    const std::string whole = joined("steps", step);
    return part.empty() ? whole : joined(whole, part);
}

bool isWritingLesson(const AppState& state) {
    if (!state.draft || !state.draft->is_open) return false;
    const bool is_of_experiment = info(state.place.mode).subject == SubjectKind::experiment;
    return state.draft->isAboutExperiment() == is_of_experiment;
}

bool isPicking(const AppState& state) {
    return isWritingLesson(state) && state.draft->pick != CellPick::none &&
           state.place.mode == Mode::lab && !state.place.presenting;
}

std::string_view languageOfDraft(const AppState& state) { return state.preferences.language->id; }

MissingPart placeOfFault(const Error& fault) {
    // A fault of one language, or of one slot, belongs to the field as a whole.
    std::string_view path = fault.where;
    path = path.substr(0, path.find(' '));
    constexpr std::string_view kSteps = "steps[";
    if (!path.starts_with(kSteps)) {
        return {.page = path == "steps" ? EditorPage::step : EditorPage::lesson,
                .path = std::string(path)};
    }
    std::size_t step = 0;
    std::from_chars(path.data() + kSteps.size(), path.data() + path.size(), step);
    return {.page = EditorPage::step, .step = step, .path = std::string(path)};
}

}  // namespace lookback

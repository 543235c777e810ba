#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// A lesson in the folder of one's own lessons.
struct OwnLessonFile {
    std::string path;
    std::string bytes;
};
using FindOwnLesson = std::function<std::optional<OwnLessonFile>(const std::string& id)>;

/// The answer for the state about a file that was read: a document, an experiment, a step of a
/// lesson, or, in the modes of an experiment, a text for training. A text is a file that neither
/// has the ending of JSON nor begins like a JSON object. Faults are an answer, too.
/// @param own reads the lesson of one's own that a picture names; null: there are none
[[nodiscard]] Action openedFile(const AppState& state, const std::string& path,
                                std::string_view bytes, const FindOwnLesson& own = nullptr);

}  // namespace lookback

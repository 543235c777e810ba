#pragma once

#include <string>

#include "app/views/shared/scene.h"

namespace lookback {

/// The title of the document or experiment on screen, as the top bar shows it.
struct SubjectTitle {
    std::string title;    ///< with a dot where no file has its edits
    std::string shorter;  ///< without how its numbers were drawn, for little room
};

[[nodiscard]] SubjectTitle subjectTitle(const Scene& scene);

}  // namespace lookback

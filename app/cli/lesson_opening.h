#pragma once

#include <memory>
#include <string>

#include "app/cli/typed_names.h"
#include "app/state/update/action.h"

namespace lookback {

/// The absolute path of a file.
[[nodiscard]] std::string fromRoot(const std::string& file);

/// The action that opens a lesson with tasks: a shipped one by its id, others from their files.
[[nodiscard]] Action openingOf(const NamedLesson& named);

/// A step of a lesson with tasks, to be drawn.
struct LessonPicture {
    Action opening;                              ///< of the lesson
    std::size_t step = 0;                        ///< from 0 on
    std::shared_ptr<const Document> document{};  ///< null: the lesson is about an experiment
};

/// The step that `--lesson-step` names. Errors: the name is not that of a lesson with tasks, or the
/// lesson has fewer steps.
/// @param step from 1 on
[[nodiscard]] Result<LessonPicture> lessonPicture(const NamedAny& named, const std::string& name,
                                                  int step);

}  // namespace lookback

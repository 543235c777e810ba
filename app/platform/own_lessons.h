#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lookback {

/// A lesson of one's own: a file in $XDG_DATA_HOME/lookback/lessons.
struct OwnLesson {
    std::string id;    ///< the file's name without `.lesson.json`
    std::string path;  ///< of the file
};

/// That folder, made where it is missing; empty where that fails.
[[nodiscard]] std::string ownLessonsFolder();

/// The lessons of one's own, by id; none where the folder cannot be read. Ids of shipped lessons
/// and experiments are theirs: a file of that name is left out.
[[nodiscard]] std::vector<OwnLesson> ownLessons();

/// The path of the lesson of one's own with this id; empty where there is none.
[[nodiscard]] std::string ownLessonPath(std::string_view id);

}  // namespace lookback

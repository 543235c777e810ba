#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/lesson/expectations.h"  // IWYU pragma: export (an opened lesson is checked next)
#include "core/lesson/guided_lesson.h"

namespace lookback {

// Shipped lessons: of each id there is either a document, `ID.json`, or a lesson with tasks,
// `ID.lesson.json`.

/// A shipped notebook as the page of lessons lists it.
struct LessonEntry {
    std::string id;       ///< the name of its file without extension: "write-a-poem"
    LocalText title;      ///< "Write a poem"
    std::string text;     ///< its document as a file
    int order = 0;        ///< its place in the list
    LocalText summary{};  ///< the subject of the lesson, one sentence
    LocalText source{};   ///< the notebook, in a few words
    Outline outline{};
};

/// The shipped notebooks in the order of learning: documents with notes, whether or not a lesson
/// with tasks is about them.
[[nodiscard]] const std::vector<LessonEntry>& lessons();

/// A shipped lesson with tasks.
struct GuidedEntry {
    std::string id;
    std::shared_ptr<const GuidedLesson> lesson;  ///< null: it has faults, which opening reports
};

/// All shipped lessons with tasks, group by group, each in the order of learning.
[[nodiscard]] const std::vector<GuidedEntry>& guidedLessons();

/// The lesson with tasks that has this id. Errors: those of `readGuidedLesson`; an unknown id names
/// the nearest one.
[[nodiscard]] Checked<GuidedLesson> openGuidedLesson(std::string_view id);

/// The document of the lesson with this id, with its title and its notes in every language. Errors:
/// those of `readDocument`; the lesson is about an experiment; an unknown id names the nearest one.
[[nodiscard]] Checked<Document> openLesson(std::string_view id);

/// True where a lesson has this id, with tasks or without.
[[nodiscard]] bool isLesson(std::string_view id);

/// True where a lesson with tasks has this id.
[[nodiscard]] bool isGuidedLesson(std::string_view id);

/// All ids of lessons, for `nearestHint`.
[[nodiscard]] std::vector<std::string_view> lessonIds();

}  // namespace lookback

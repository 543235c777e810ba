#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/lesson/expectations.h"  // IWYU pragma: export (an opened lesson is checked next)

namespace lookback {

/// A shipped lesson as the page of lessons lists it.
struct LessonEntry {
    std::string id;         ///< the name of its file without extension: "write-a-poem"
    LocalText title;        ///< "Write a poem"
    std::string_view text;  ///< the whole document file; lives as long as the program
    int order = 0;          ///< its place in the list
    LocalText summary{};    ///< the subject of the lesson, one sentence
    LocalText source{};     ///< the notebook, in a few words
    Outline outline{};
};

/// All shipped lessons in the order of learning.
[[nodiscard]] const std::vector<LessonEntry>& lessons();

/// The lesson with this id. Errors: those of `readDocument`; an unknown id names the nearest one.
[[nodiscard]] Checked<Document> openLesson(std::string_view id);

/// True where a lesson has this id.
[[nodiscard]] bool isLesson(std::string_view id);

}  // namespace lookback

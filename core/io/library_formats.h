#pragma once

#include <array>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/local_text.h"
#include "core/lesson/guided_lesson.h"
#include "messages/reports.h"

namespace lookback {

/// A row of the list of lessons and experiments.
struct LibraryRow {
    std::string id;
    LocalText title;
    std::string_view group;                 ///< a group of lessons, or "experiments"
    std::size_t steps = 0;                  ///< of a lesson, or of a training
    std::vector<std::string_view> tasks{};  ///< their kinds, in order: "number", "make"
    std::vector<std::string> languages{};   ///< that its texts are in, such as "en"
    std::vector<int> about{};               ///< misconceptions: 9 for M9
};

/// All shipped lessons, group by group in the order of learning, then all experiments. Notebooks
/// without tasks are among the lessons; their steps are those of their computation.
[[nodiscard]] std::vector<LibraryRow> libraryRows();

/// The row of a lesson with tasks.
[[nodiscard]] LibraryRow libraryRow(const GuidedLesson& lesson);

/// Writes one JSON object with every field. @param language of the titles, such as "en"
void writeLibraryJson(std::ostream& out, std::span<const LibraryRow> rows,
                      std::string_view language);

/// Writes a line for each row: id, title, and "(experiment)" behind experiments.
void writeLibraryText(std::ostream& out, std::span<const LibraryRow> rows,
                      std::string_view language);

/// A row of the table of list formats.
struct LibraryFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
    void (*write)(std::ostream& out, std::span<const LibraryRow> rows, std::string_view language);
};

inline constexpr std::array kLibraryFormats{
    LibraryFormat{"text", stated<say::reports::TextLibrary>, writeLibraryText},
    LibraryFormat{"json", stated<say::reports::JsonLibrary>, writeLibraryJson},
};

}  // namespace lookback

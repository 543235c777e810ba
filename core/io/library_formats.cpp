#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "core/engine/steps.h"
#include "core/io/experiment_library.h"
#include "core/io/json_text.h"
#include "core/io/lesson_library.h"
#include "core/io/library_formats.h"

namespace lookback {
namespace {

constexpr std::string_view kLessons = "lessons";
constexpr std::string_view kExperiments = "experiments";
/// Of all texts that are shipped.
constexpr std::string_view kLanguage = "en";

}  // namespace

std::vector<LibraryRow> libraryRows() {
    std::vector<LibraryRow> rows;
    for (const LessonEntry& entry : lessons()) {
        const Checked<Document> document = openLesson(entry.id);
        rows.push_back({.id = entry.id,
                        .title = entry.title,
                        .group = kLessons,
                        .steps = document ? documentSteps(*document).size() : 0,
                        .languages = {kLanguage}});
    }
    for (const ExperimentEntry& entry : experiments()) {
        const Checked<Experiment> experiment = openShippedExperiment(entry.id);
        rows.push_back({.id = entry.id,
                        .title = entry.title,
                        .group = kExperiments,
                        .steps = experiment ? static_cast<std::size_t>(experiment->steps) : 0,
                        .languages = {kLanguage}});
    }
    return rows;
}

void writeLibraryJson(std::ostream& out, std::span<const LibraryRow> rows) {
    const auto items = jsonItems(rows, [](const LibraryRow& row) {
        return jsonInline({{"id", jsonString(row.id)},
                           {"title", jsonString(row.title)},
                           {"group", jsonString(row.group)},
                           {"steps", std::to_string(row.steps)},
                           {"tasks", std::to_string(row.tasks)},
                           {"languages", jsonList(jsonItems(row.languages, jsonString), 4)}});
    });
    out << jsonObject({{"lookback_lessons", "1"}, {"lessons", jsonLines(items, 2)}}, 0) << '\n';
}

void writeLibraryText(std::ostream& out, std::span<const LibraryRow> rows) {
    std::size_t width = 0;
    for (const LibraryRow& row : rows) width = std::max(width, row.id.size());
    for (const LibraryRow& row : rows) {
        out << fmt::format("{:{}}  {}{}\n", row.id, width, row.title,
                           row.group == kExperiments ? " (experiment)" : "");
    }
}

}  // namespace lookback

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
/// English, and the languages that a shipped text is translated to.
std::vector<std::string_view> languagesOf(const LocalText& text) {
    std::vector<std::string_view> languages{"en"};
    for (const LocalText::Version& version : text.versions()) {
        if (!version.language.empty()) languages.emplace_back(version.language);
    }
    return languages;
}

}  // namespace

std::vector<LibraryRow> libraryRows() {
    std::vector<LibraryRow> rows;
    for (const LessonEntry& entry : lessons()) {
        const Checked<Document> document = openLesson(entry.id);
        rows.push_back({.id = entry.id,
                        .title = entry.title,
                        .group = kLessons,
                        .steps = document ? documentSteps(*document).size() : 0,
                        .languages = languagesOf(entry.title)});
    }
    for (const ExperimentEntry& entry : experiments()) {
        const Checked<Experiment> experiment = openShippedExperiment(entry.id);
        rows.push_back({.id = entry.id,
                        .title = entry.title,
                        .group = kExperiments,
                        .steps = experiment ? static_cast<std::size_t>(experiment->steps) : 0,
                        .languages = languagesOf(entry.title)});
    }
    return rows;
}

void writeLibraryJson(std::ostream& out, std::span<const LibraryRow> rows,
                      std::string_view language) {
    const auto items = jsonItems(rows, [language](const LibraryRow& row) {
        return jsonInline({{"id", jsonString(row.id)},
                           {"title", jsonString(row.title.in(language))},
                           {"group", jsonString(row.group)},
                           {"steps", std::to_string(row.steps)},
                           {"tasks", std::to_string(row.tasks)},
                           {"languages", jsonList(jsonItems(row.languages, jsonString), 4)}});
    });
    out << jsonObject({{"lookback_lessons", "1"}, {"lessons", jsonLines(items, 2)}}, 0) << '\n';
}

void writeLibraryText(std::ostream& out, std::span<const LibraryRow> rows,
                      std::string_view language) {
    std::size_t width = 0;
    for (const LibraryRow& row : rows) width = std::max(width, row.id.size());
    for (const LibraryRow& row : rows) {
        out << fmt::format("{:{}}  {}{}\n", row.id, width, row.title.in(language),
                           row.group == kExperiments ? " (experiment)" : "");
    }
}

}  // namespace lookback

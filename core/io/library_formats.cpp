#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/steps.h"
#include "core/io/experiment_library.h"
#include "core/io/json_text.h"
#include "core/io/lesson_library.h"
#include "core/io/library_formats.h"

namespace lookback {
namespace {

constexpr std::string_view kExperiments = "experiments";

/// English, and the languages that a shipped text is translated to.
std::vector<std::string> languagesOf(const LocalText& text) {
    std::vector<std::string> languages{"en"};
    for (const LocalText::Version& version : text.versions()) {
        if (!version.language.empty()) languages.push_back(version.language);
    }
    return languages;
}

/// The row of a notebook without tasks.
LibraryRow notebookRow(const LessonEntry& entry) {
    const Checked<Document> document = openLesson(entry.id);
    return {.id = entry.id,
            .title = entry.title,
            .group = info(LessonGroup::notebooks).name,
            .steps = document ? documentSteps(*document).size() : 0,
            .languages = languagesOf(entry.title)};
}

LibraryRow experimentRow(const ExperimentEntry& entry) {
    const Checked<Experiment> experiment = openShippedExperiment(entry.id);
    return {.id = entry.id,
            .title = entry.title,
            .group = kExperiments,
            .steps = experiment ? static_cast<std::size_t>(experiment->steps) : 0,
            .languages = languagesOf(entry.title)};
}

}  // namespace

LibraryRow libraryRow(const GuidedLesson& lesson) {
    LibraryRow row{.id = lesson.id,
                   .title = lesson.title,
                   .group = info(lesson.group).name,
                   .steps = lesson.steps.size(),
                   .languages = languagesOf(lesson),
                   .about = lesson.about};
    for (const LessonStep& step : lesson.steps) {
        if (step.task) row.tasks.push_back(step.task->kindName());
    }
    return row;
}

std::vector<LibraryRow> libraryRows() {
    std::vector<LibraryRow> rows;
    for (const LessonGroupInfo& group : lessonGroups()) {
        for (const GuidedEntry& entry : guidedLessons()) {
            const LessonGroup own = entry.lesson ? entry.lesson->group : LessonGroup::mine;
            if (own == group.group && entry.lesson) rows.push_back(libraryRow(*entry.lesson));
        }
        if (group.group != LessonGroup::notebooks) continue;
        for (const LessonEntry& entry : lessons()) {
            if (!isGuidedLesson(entry.id)) rows.push_back(notebookRow(entry));
        }
    }
    for (const ExperimentEntry& entry : experiments()) rows.push_back(experimentRow(entry));
    return rows;
}

void writeLibraryJson(std::ostream& out, std::span<const LibraryRow> rows,
                      std::string_view language) {
    const auto items = jsonItems(rows, [language](const LibraryRow& row) {
        return jsonInline(
            {{"id", jsonString(row.id)},
             {"title", jsonString(row.title.in(language))},
             {"group", jsonString(row.group)},
             {"steps", std::to_string(row.steps)},
             {"tasks", std::to_string(row.tasks.size())},
             {"kinds", jsonList(jsonItems(row.tasks, jsonString), 4)},
             {"about",
              jsonList(jsonItems(row.about,
                                 [](int number) { return jsonString(fmt::format("M{}", number)); }),
                       4)},
             {"languages", jsonList(jsonItems(row.languages, jsonString), 4)}});
    });
    out << jsonObject({{"lookback_lessons", "1"}, {"lessons", jsonLines(items, 2)}}, 0) << '\n';
}

void writeLibraryText(std::ostream& out, std::span<const LibraryRow> rows,
                      std::string_view language) {
    std::size_t width = 0;
    for (const LibraryRow& row : rows) width = std::max(width, row.id.size());
    for (const LibraryRow& row : rows) {
        out << fmt::format("{:{}}  {}{}\n", row.id, width,
                           oneLine(std::string(row.title.in(language))),
                           row.group == kExperiments ? " (experiment)" : "");
    }
}

}  // namespace lookback

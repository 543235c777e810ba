#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/platform/own_lessons.h"
#include "core/base/named_rows.h"
#include "core/io/file.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/library_formats.h"

namespace lookback {
namespace {

/// Everything that is shipped, then the lessons of one's own; those with faults are left out, which
/// `check` reports.
std::vector<LibraryRow> allRows() {
    std::vector<LibraryRow> rows = libraryRows();
    for (const OwnLesson& own : ownLessons()) {
        const Result<std::string> text = readFile(own.path);
        if (!text) continue;
        if (Checked<GuidedLesson> lesson = readGuidedLesson(*text)) {
            lesson->id = own.id;
            lesson->group = LessonGroup::mine;
            rows.push_back(libraryRow(*lesson));
        }
    }
    return rows;
}

}  // namespace

Job prepareLessons(CLI::App& app) {
    auto format = std::make_shared<std::string>(kLibraryFormats.front().name);
    auto language = std::make_shared<const Language*>(kLanguages.data());
    addFormat(app, *format, kLibraryFormats);
    addLanguageOption(app, *language);
    return [format, language](const Console& console) -> int {
        findByName(kLibraryFormats, *format)->write(console.out, allRows(), (*language)->id);
        return done;
    };
}

}  // namespace lookback

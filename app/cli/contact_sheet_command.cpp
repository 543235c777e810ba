#include <memory>
#include <ostream>

#include "app/cli/contact_sheet.h"
#include "app/cli/mode_option.h"
#include "app/cli/option_checks.h"
#include "app/cli/subcommands.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

constexpr int kMostColumns = 100;

struct SheetOptions {
    ContactSheetRequest request;
    std::vector<std::string> lessons;
};

/// The experiments that are asked for. Errors: an unknown id.
Result<void> takeExperiments(SheetOptions& options) {
    if (options.lessons.empty()) {
        for (const ExperimentEntry& entry : experiments()) options.lessons.push_back(entry.id);
    }
    for (const std::string& id : options.lessons) {
        Checked<ExperimentSnapshot> opened = openedExperiment(id);
        if (!opened) return tl::unexpected(Error{"--lesson", opened.error().front().message});
        options.request.experiments.push_back(*std::move(opened));
    }
    return {};
}

/// The lessons that are asked for. Errors: an unknown id.
Result<void> takeLessons(SheetOptions& options) {
    if (options.lessons.empty()) {
        for (const LessonEntry& entry : lessons()) options.lessons.push_back(entry.id);
    }
    for (const std::string& id : options.lessons) {
        Checked<Document> document = openLesson(id);
        if (!document) return tl::unexpected(Error{"--lesson", document.error().front().message});
        options.request.lessons.push_back({id, *std::move(document)});
    }
    return {};
}

int contactSheet(const Console& console, SheetOptions options) {
    const Result<void> taken =
        isOfExperiment(options.request.mode) ? takeExperiments(options) : takeLessons(options);
    if (!taken) return reportUsage(console, taken.error());
    const Result<void> drawn = drawContactSheets(options.request, [&](const std::string& file) {
        console.out << file << std::endl;  // at once, for it takes a while
    });
    return drawn ? done : report(console, {drawn.error()});
}

}  // namespace

Job prepareContactSheet(CLI::App& app) {
    auto options = std::make_shared<SheetOptions>();
    app.add_option("FOLDER", options->request.folder, "where the sheets go; made where missing")
        ->required()
        ->type_name("")
        ->check(notEmpty("the folder where the sheets go"));
    app.add_option("--lesson", options->lessons,
                   "only these lessons, or in train only these experiments, by their ids")
        ->type_name("ID")
        ->check(notEmpty("the id of a lesson"));
    addModeOption(app, options->request.mode);
    app.add_option("--columns", options->request.columns,
                   "pictures in a row at most; else all steps of a lesson stand in one")
        ->type_name("NUMBER")
        ->check(wholeBetween(1, kMostColumns));
    return [options](const Console& console) { return contactSheet(console, *options); };
}

}  // namespace lookback

#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "app/cli/lesson_opening.h"
#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/platform/picture_file.h"
#include "app/platform/screen/draw_pictures.h"
#include "app/program/image.h"
#include "app/state/model/mode.h"
#include "app/state/model/work.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/document/document.h"
#include "core/engine/steps.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/files.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr int kThumbnailWidth = 480;  ///< pixels
constexpr int kGap = 6;               ///< pixels
constexpr std::array<unsigned char, 3> kGround{0x80, 0x80, 0x80};

/// A lesson whose steps are drawn.
struct SheetLesson {
    std::string id;
    Document document;
};

/// The content of contact sheets, and their folder.
struct ContactSheetRequest {
    std::string folder;  ///< created where it is missing
    std::vector<SheetLesson> lessons;
    std::vector<ExperimentSnapshot> experiments;  ///< drawn in their modes instead of the lessons
    std::vector<LessonPicture> lesson_steps;      ///< drawn instead of all others
    std::vector<std::string> lesson_names;        ///< of each of these
    Mode mode = Mode::lab;
    const Language* language = kLanguages.data();
    int columns = 0;  ///< pictures in a row at most; 0: all steps of a lesson
};

struct SheetSize {
    int width;
    int height;
};
constexpr std::array kSizes{SheetSize{1280, 720}, SheetSize{1600, 1000}, SheetSize{1920, 1080}};

struct SheetLook {
    std::string_view name;
    ThemeId theme;
    bool presenting;
};
constexpr std::array kLooks{SheetLook{"light", ThemeId::light, false},
                            SheetLook{"dark", ThemeId::dark, false},
                            SheetLook{"presentation", ThemeId::light, true}};

using Rows = std::vector<std::vector<Image>>;

/// A picture with the settings that all pictures of a sheet share.
PictureRequest pictureIn(const ContactSheetRequest& request, const SheetSize& size,
                         const SheetLook& look) {
    PictureRequest picture;
    picture.width = size.width;
    picture.height = size.height;
    picture.mode = request.mode;
    picture.language = request.language;
    picture.theme = look.theme;
    picture.presenting = look.presenting;
    return picture;
}

std::vector<Picture> picturesOfExperiments(const ContactSheetRequest& request,
                                           const SheetSize& size, const SheetLook& look) {
    const std::string& lesson = lessons().front().id;
    std::vector<Picture> pictures;
    for (const ExperimentSnapshot& experiment : request.experiments) {
        const Index steps = experiment.experiment->steps;
        for (const Index step : {Index{0}, steps * 3 / 10, steps}) {
            PictureRequest picture = pictureIn(request, size, look);
            picture.lesson = lesson;
            picture.experiment = experiment;
            picture.trained = step;
            pictures.push_back({*openLesson(lesson), picture});
        }
    }
    return pictures;
}

/// Pictures of steps of lessons with tasks.
std::vector<Picture> picturesOfLessons(const ContactSheetRequest& request, const SheetSize& size,
                                       const SheetLook& look) {
    std::vector<Picture> pictures;
    for (std::size_t k = 0; k < request.lesson_steps.size(); ++k) {
        const LessonPicture& of = request.lesson_steps[k];
        PictureRequest picture = pictureIn(request, size, look);
        picture.opening = of.opening;
        picture.lesson_step = of.step;
        picture.lesson = request.lesson_names[k];
        pictures.push_back(
            {of.document != nullptr ? *of.document : *openLesson(lessons().front().id), picture});
    }
    return pictures;
}

/// The pictures of one sheet, each step a picture.
std::vector<Picture> picturesOf(const ContactSheetRequest& request, const SheetSize& size,
                                const SheetLook& look) {
    if (!request.lesson_steps.empty()) return picturesOfLessons(request, size, look);
    if (info(request.mode).subject == SubjectKind::experiment)
        return picturesOfExperiments(request, size, look);
    std::vector<Picture> pictures;
    for (const SheetLesson& lesson : request.lessons) {
        std::vector<Step> steps = documentSteps(lesson.document);
        // The Leak test is about the document as a whole.
        if (request.mode == Mode::leak) steps.erase(steps.begin(), std::prev(steps.end()));
        for (const Step& step : steps) {
            PictureRequest picture = pictureIn(request, size, look);
            picture.step = step.results.back();
            picture.lesson = lesson.id;
            pictures.push_back({lesson.document, picture});
        }
    }
    return pictures;
}

/// Whose pictures stand in a row.
const std::string& rowOf(const PictureRequest& request) {
    return request.experiment ? request.experiment->origin->shipped : request.lesson;
}

/// The sheets of one size: they share a screen.
Result<void> drawSheets(const ContactSheetRequest& request, const SheetSize& size,
                        const std::function<void(const std::string&)>& written) {
    std::vector<Picture> pictures;
    for (const SheetLook& look : kLooks) {
        for (Picture& picture : picturesOf(request, size, look)) {
            pictures.push_back(std::move(picture));
        }
    }
    const std::size_t a_sheet = pictures.size() / kLooks.size();
    const auto most = static_cast<std::size_t>(request.columns);
    Rows rows;
    std::size_t drawn = 0;
    std::string row;
    return drawPictures(
        pictures, [&](const Picture& picture, const Image& image, const AppState&) -> Result<void> {
            const bool is_full = !rows.empty() && most > 0 && rows.back().size() == most;
            if (rows.empty() || is_full || rowOf(picture.request) != row) rows.emplace_back();
            row = rowOf(picture.request);
            rows.back().push_back(shrunk(image, kThumbnailWidth));
            if (++drawn % a_sheet != 0) return {};
            const SheetLook& look = kLooks[drawn / a_sheet - 1];
            const std::string file =
                (fs::path(request.folder) /
                 fmt::format("{}-{}x{}.png", look.name, size.width, size.height))
                    .string();
            const Result<void> result = writePng(file, imageGrid(rows, kGap, kGround));
            rows.clear();
            if (result) written(file);
            return result;
        });
}

constexpr int kMostColumns = 100;

constexpr std::string_view kAllSteps = "all";

struct SheetOptions {
    ContactSheetRequest request;
    std::vector<std::string> lessons;
    std::string lesson_step;  ///< a number from 1 on, or `all`; empty: no lesson with tasks
};

std::string lessonStepFault(const std::string& text) {
    if (text == kAllSteps) return "";
    return wholeBetween(1, static_cast<int>(kMostLessonSteps))(text);
}

/// The fault of an id that cannot be opened.
Error idFault(const std::string& id, const std::vector<Error>& faults) {
    return {fmt::format("--lesson: {}", givenText(id).text), faults.front().message};
}

/// The experiments that are asked for. Errors: an unknown id.
Result<void> takeExperiments(SheetOptions& options) {
    if (options.lessons.empty()) {
        for (const ExperimentEntry& entry : experiments()) options.lessons.push_back(entry.id);
    }
    for (const std::string& id : options.lessons) {
        Checked<Experiment> opened = openShippedExperiment(id);
        if (!opened) return tl::unexpected(idFault(id, opened.error()));
        options.request.experiments.push_back(
            openedSnapshot(shippedOrigin(*std::move(opened), id)));
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
        if (!document) return tl::unexpected(idFault(id, document.error()));
        options.request.lessons.push_back({id, *std::move(document)});
    }
    return {};
}

/// The steps of the lessons with tasks that are asked for; without a name, of all of them that have
/// the step. Errors: an unknown id, a lesson without that step.
Result<void> takeLessonSteps(SheetOptions& options) {
    const bool are_all = options.lessons.empty();
    if (are_all) {
        for (const GuidedEntry& entry : guidedLessons()) options.lessons.push_back(entry.id);
    }
    for (const std::string& id : options.lessons) {
        const Checked<NamedAny> named = openAny(id);
        if (!named) return tl::unexpected(idFault(id, named.error()));
        const auto* const lesson = std::get_if<NamedLesson>(&*named);
        const int last = lesson != nullptr ? static_cast<int>(lesson->lesson.steps.size()) : 1;
        const bool is_each = options.lesson_step == kAllSteps;
        const int wanted = is_each ? 1 : std::atoi(options.lesson_step.c_str());
        if (are_all && wanted > last) continue;
        for (int step = wanted; step <= (is_each ? last : wanted); ++step) {
            Result<LessonPicture> picture = lessonPicture(*named, id, step);
            if (!picture) return tl::unexpected(picture.error());
            options.request.lesson_steps.push_back(*std::move(picture));
            options.request.lesson_names.push_back(id);
        }
    }
    return {};
}

/// Draws every step of the lessons, complete, at every size in which the window must look good,
/// light, dark and presenting: a sheet of small pictures for each. A lesson begins a row; so does
/// an experiment, which is drawn before, within and after its training.
/// @param written called with the path of each file.
/// Errors: no fonts, no graphics, the folder or a file.
Result<void> drawContactSheets(const ContactSheetRequest& request,
                               const std::function<void(const std::string&)>& written) {
    std::error_code error;
    fs::create_directories(request.folder, error);
    if (error) {
        return tl::unexpected(
            Error{request.folder, say::files::FolderNotMade{.reason = Verbatim{error.message()}}});
    }
    for (const SheetSize& size : kSizes) {
        if (const auto drawn = drawSheets(request, size, written); !drawn) return drawn;
    }
    return {};
}

int contactSheet(const Console& console, SheetOptions options) {
    const Result<void> taken = !options.lesson_step.empty() ? takeLessonSteps(options)
                               : info(options.request.mode).subject == SubjectKind::experiment
                                   ? takeExperiments(options)
                                   : takeLessons(options);
    if (!taken) return reportUsage(console, taken.error());
    const Result<void> drawn = drawContactSheets(options.request, [&](const std::string& file) {
        console.out << oneLine(file) << std::endl;  // at once, for it takes a while
    });
    return drawn ? done : report(console, {drawn.error()});
}

}  // namespace

Job prepareContactSheet(CLI::App& app) {
    auto options = std::make_shared<SheetOptions>();
    const Wording& words = english();
    app.add_option("FOLDER", options->request.folder, words.text(say::cli::SheetsFolder{}))
        ->required()
        ->type_name("")
        ->check(notEmpty(say::cli::SheetsFolderForm{}));
    app.add_option("--lesson", options->lessons, words.text(say::cli::SheetsLesson{}))
        ->type_name("ID")
        ->check(notEmpty(say::cli::LessonId{}));
    app.add_option("--lesson-step", options->lesson_step, words.text(say::cli::LessonSteps{}))
        ->type_name("K")
        ->check(lessonStepFault);
    addModeOption(app, options->request.mode);
    addLanguageOption(app, options->request.language);
    app.add_option("--columns", options->request.columns, words.text(say::cli::Columns{}))
        ->type_name("NUMBER")
        ->check(wholeBetween(1, kMostColumns));
    return [options](const Console& console) { return contactSheet(console, *options); };
}

}  // namespace lookback

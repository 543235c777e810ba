#include <array>
#include <charconv>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "app/platform/screen/draw_pictures.h"
#include "app/platform/settings_file.h"
#include "core/engine/stages.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

constexpr double kLeastScale = 0.5;
constexpr double kMostScale = 4;

struct PictureOptions {
    PictureRequest request;
    std::string file;
    std::string out;
    std::string size = fmt::format("{}x{}", PictureRequest().width, PictureRequest().height);
    std::optional<std::string> step;
    std::string cell;
    std::string theme = "light";
    std::string with;
};

/// Two whole numbers with a sign between them: `1600x1000`, `1,0`.
std::optional<std::array<int, 2>> readPair(const std::string& text, char sign) {
    std::array<int, 2> pair{};
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, pair[0]);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != sign) return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, pair[1]);
    if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
    return pair;
}

std::string sizeFault(const std::string& text) {
    const auto size = readPair(text, 'x');
    if (size && (*size)[0] >= kLeastWidth && (*size)[0] <= kMostWidth &&
        (*size)[1] >= kLeastHeight && (*size)[1] <= kMostHeight) {
        return "";
    }
    return fmt::format("{} is no size, expected one from {}x{} to {}x{}", givenText(text),
                       kLeastWidth, kLeastHeight, kMostWidth, kMostHeight);
}

std::string cellFault(const std::string& text) {
    const auto cell = readPair(text, ',');
    if (cell && (*cell)[0] >= 0 && (*cell)[1] >= 0) return "";
    return givenText(text) + " is no cell, expected row,column counted from 0";
}

/// The fault of a picture with too many pixels.
std::optional<Error> sizeLimit(const PictureRequest& request) {
    constexpr double kBytes = 15;  // of memory for a pixel, from the graphics driver to the PNG
    const double pixels = static_cast<double>(request.width) * request.scale *
                          static_cast<double>(request.height) * request.scale;
    if (pixels <= kMaxPixels) return std::nullopt;
    constexpr double kMillion = 1e6;
    return Error{request.scale > 1 ? "--scale" : "--size",
                 asWritten(fmt::format(
                     "{}x{} points at scale {} are {:.1f} million pixels, which would take "
                     "{} of memory, expected at most {} million",
                     request.width, request.height, request.scale, pixels / kMillion,
                     memoryText(kBytes * pixels), kMaxPixels / kMillion))};
}

/// Checks the options that depend on the document. @return the first fault
std::optional<Error> fitToDocument(const Document& document, PictureOptions& options) {
    PictureRequest& request = options.request;
    MatrixId shown = stageOrder(document).front();
    if (options.step) {
        const Result<MatrixId> step = findStage(document, "--step", *options.step);
        if (!step) return step.error();
        request.step = shown = *step;
    }
    if (request.head < 0 || request.head >= document.heads) {
        return Error{"--head",
                     asWritten(fmt::format("{} is no head of this document, expected 0 to {}",
                                           request.head, document.heads - 1))};
    }
    if (options.cell.empty()) return std::nullopt;
    const auto pair = *readPair(options.cell, ',');
    const TensorShape matrix = stageShape(stage(shown), document);
    request.cell = Cell{pair[0], pair[1]};
    if (request.cell->row < matrix.rows && request.cell->col < matrix.cols) return std::nullopt;
    return Error{"--cell",
                 asWritten(fmt::format("{} is outside {}, which is {} x {} (counted from 0)",
                                       options.cell, info(shown).name, matrix.rows, matrix.cols))};
}

/// Checks the options that depend on an experiment, whose steps are those of its training.
std::optional<Error> fitToExperiment(const Experiment& experiment, PictureOptions& options) {
    PictureRequest& request = options.request;
    if (!options.cell.empty())
        return Error{"--cell", asWritten("an experiment has none, expected --step")};
    if (!options.with.empty()) {
        return Error{"--with",
                     asWritten("an experiment has its own twins, expected --mode compare or leak")};
    }
    if (request.head < 0 || request.head >= experiment.model.heads) {
        return Error{"--head",
                     asWritten(fmt::format("{} is no head of this experiment, expected 0 to {}",
                                           request.head, experiment.model.heads - 1))};
    }
    if (!options.step) return std::nullopt;
    Index step = 0;
    const char* const end = options.step->data() + options.step->size();
    const auto read = std::from_chars(options.step->data(), end, step);
    if (read.ec != std::errc() || read.ptr != end || step < 0 || step > experiment.steps) {
        return Error{"--step",
                     asWritten(fmt::format("{} is no step of this training, expected 0 to {}",
                                           givenText(*options.step), experiment.steps))};
    }
    request.trained = step;
    return std::nullopt;
}

int pictureOfExperiment(const Console& console, PictureOptions options) {
    const Checked<Experiment> experiment = openExperiment(options.file);
    if (!experiment) return report(console, experiment.error());
    if (const auto fault = fitToExperiment(*experiment, options)) {
        return reportUsage(console, *fault);
    }
    options.request.theme = findTheme(options.theme)->id;
    // A file goes before a shipped experiment of the same name.
    const Checked<Experiment> shipped = openShippedExperiment(options.file);
    const bool is_shipped = shipped && *shipped == *experiment;
    options.request.experiment =
        openedSnapshot(shippedOrigin(*experiment, is_shipped ? options.file : ""));
    const Result<void> drawn =
        drawPicture({*openLesson(lessons().front().id), options.request}, options.out);
    return drawn ? done : report(console, {drawn.error()});
}

int picture(const Console& console, PictureOptions options) {
    PictureRequest& request = options.request;
    const auto size = *readPair(options.size, 'x');
    request.width = size[0];
    request.height = size[1];
    if (const auto fault = sizeLimit(request)) return report(console, {*fault});
    if (info(request.mode).subject == SubjectKind::experiment)
        return pictureOfExperiment(console, std::move(options));
    const Checked<NamedDocument> input = openDocument(options.file);
    if (!input) return report(console, input.error());
    if (const auto fault = fitToDocument(input->document, options)) {
        return reportUsage(console, *fault);
    }
    request.theme = findTheme(options.theme)->id;
    request.lesson = input->lesson;
    if (!options.with.empty()) {
        if (request.mode == Mode::lab) {
            return reportUsage(console,
                               {"--with", asWritten("the Lab shows one document, expected --mode "
                                                    "compare or leak")});
        }
        Checked<NamedDocument> other = openDocument(options.with);
        if (!other) return report(console, other.error());
        request.with = {.kind = VariantKind::file,
                        .name = options.with,
                        .file = std::make_shared<const Document>(std::move(other->document))};
    }
    const Result<void> drawn = drawPicture({input->document, request}, options.out);
    return drawn ? done : report(console, {drawn.error()});
}

}  // namespace

Job preparePicture(CLI::App& app) {
    auto options = std::make_shared<PictureOptions>();
    std::vector<std::string> themes;
    for (const ThemeId id : kThemes) themes.emplace_back(theme(id).name);
    app.add_option("FILE", options->file, std::string(kWorkInputHelp))->required()->type_name("");
    app.add_option("-o,--out", options->out, "the PNG file to write")
        ->required()
        ->type_name("FILE")
        ->check(notEmpty("the PNG file to write"));
    app.add_option("--size", options->size,
                   fmt::format("in points, {}x{} to {}x{}", kLeastWidth, kLeastHeight, kMostWidth,
                               kMostHeight))
        ->type_name("WxH")
        ->default_str(options->size)
        ->check(sizeFault);
    addModeOption(app, options->request.mode);
    app.add_option(
           "--with", options->with,
           "what compare and leak set against FILE: another file, lesson or FILE#snapshot; else "
           "its unmasked twin")
        ->type_name("B");
    app.add_option("--step", options->step,
                   "the stage in the focus, such as scores; else the first. Of an experiment so "
                   "many steps of its training; else all")
        ->type_name("ID");
    app.add_option("--cell", options->cell,
                   "the cell in the focus: row,column of that stage, counted from 0; else the last")
        ->type_name("I,J")
        ->check(cellFault);
    app.add_option("--head", options->request.head, "the head to show, counted from 0")
        ->type_name("NUMBER")
        ->default_str("0")
        ->check(wholeBetween(0, static_cast<int>(kMaxHeads) - 1));
    app.add_option("--theme", options->theme, fmt::format("{}", fmt::join(themes, ", ")))
        ->type_name("NAME")
        ->default_str(options->theme)
        ->check(CLI::IsMember(themes).description(""));
    addLanguageOption(app, options->request.language);
    app.add_flag("--present", options->request.presenting,
                 "as for a projector: large, without the side panels");
    app.add_option("--scale", options->request.scale,
                   fmt::format("pixels a point, {} to {}", kLeastScale, kMostScale))
        ->type_name("NUMBER")
        ->default_str("1")
        ->check(numberBetween(kLeastScale, kMostScale));
    return [options](const Console& console) { return picture(console, *options); };
}

}  // namespace lookback

#include "app/cli/picture_options.h"

#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <utility>

#include "app/cli/lesson_opening.h"
#include "app/cli/options.h"
#include "app/cli/typed_names.h"
#include "core/base/limits.h"
#include "core/base/named_rows.h"
#include "core/engine/stages.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/faults.h"

namespace lookback {
namespace {

using DrawPicture = std::function<Result<void>(const Picture&)>;

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

/// Width and height, as `--size` takes them.
Verbatim sizeText(int width, int height) { return Verbatim{fmt::format("{}x{}", width, height)}; }

std::string sizeFault(const std::string& text) {
    const auto size = readPair(text, 'x');
    if (size && (*size)[0] >= kLeastWidth && (*size)[0] <= kMostWidth &&
        (*size)[1] >= kLeastHeight && (*size)[1] <= kMostHeight) {
        return "";
    }
    return optionFault(text, say::cli::SizeBetween{.least = sizeText(kLeastWidth, kLeastHeight),
                                                   .most = sizeText(kMostWidth, kMostHeight)});
}

std::string cellFault(const std::string& text) {
    const auto cell = readPair(text, ',');
    if (cell && (*cell)[0] >= 0 && (*cell)[1] >= 0) return "";
    return optionFault(text, say::cli::CellForm{});
}

/// The fault of a picture with too many pixels.
std::optional<Error> sizeLimit(const PictureRequest& request) {
    constexpr double kBytes = 15;  // of memory for a pixel, from the graphics driver to the PNG
    const double pixels = static_cast<double>(request.width) * request.scale *
                          static_cast<double>(request.height) * request.scale;
    if (pixels <= kMaxPixels) return std::nullopt;
    return Error{request.scale > 1 ? "--scale" : "--size",
                 say::cli::PictureTooLarge{.size = sizeText(request.width, request.height),
                                           .scale = Verbatim{fmt::format("{}", request.scale)},
                                           .pixels = Count{static_cast<Index>(std::ceil(pixels))},
                                           .memory = Verbatim{memoryText(kBytes * pixels)},
                                           .most = Count{static_cast<Index>(kMaxPixels)}}};
}

/// @param heads of the document or experiment
std::optional<Error> headFault(Index head, Index heads, say::cli::NoHead::Subject subject) {
    if (head >= 0 && head < heads) return std::nullopt;
    return Error{"--head", say::cli::NoHead{.head = Verbatim{std::to_string(head)},
                                            .subject = subject,
                                            .last = Verbatim{std::to_string(heads - 1)}}};
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
    if (auto fault = headFault(request.head, document.heads, say::cli::NoHead::Subject::other)) {
        return fault;
    }
    if (options.cell.empty()) return std::nullopt;
    const auto pair = *readPair(options.cell, ',');
    const TensorShape matrix = stageShape(stage(shown), document);
    request.cell = Cell{pair[0], pair[1]};
    if (request.cell->row < matrix.rows && request.cell->col < matrix.cols) return std::nullopt;
    return Error{"--cell",
                 say::cli::CellOutside{
                     .cell = Verbatim{options.cell},
                     .matrix = Verbatim{std::string(info(shown).name)},
                     .size = say::faults::Size{.rows = Verbatim{std::to_string(matrix.rows)},
                                               .cols = Verbatim{std::to_string(matrix.cols)}}}};
}

/// Checks the options that depend on an experiment, whose steps are those of its training.
std::optional<Error> fitToExperiment(const Experiment& experiment, PictureOptions& options) {
    PictureRequest& request = options.request;
    if (!options.cell.empty()) return Error{"--cell", say::cli::CellOfExperiment{}};
    if (!options.with.empty()) return Error{"--with", say::cli::WithOfExperiment{}};
    if (auto fault = headFault(request.head, experiment.model.heads,
                               say::cli::NoHead::Subject::experiment)) {
        return fault;
    }
    if (!options.step) return std::nullopt;
    Index step = 0;
    const char* const end = options.step->data() + options.step->size();
    const auto read = std::from_chars(options.step->data(), end, step);
    if (read.ec != std::errc() || read.ptr != end || step < 0 || step > experiment.steps) {
        return Error{"--step",
                     say::cli::NoTrainingStep{.step = givenText(*options.step),
                                              .last = Verbatim{std::to_string(experiment.steps)}}};
    }
    request.trained = step;
    return std::nullopt;
}

int pictureOfExperiment(const Console& console, PictureOptions options, const DrawPicture& draw) {
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
    const Result<void> drawn = draw({*openLesson(lessons().front().id), options.request});
    return drawn ? done : report(console, {drawn.error()});
}

/// Draws a step of a lesson with tasks: where it leads, or where other options lead.
int pictureOfLesson(const Console& console, PictureOptions options, const DrawPicture& draw) {
    const Checked<NamedAny> named = openAny(options.file);
    if (!named) return report(console, named.error());
    const Result<LessonPicture> of = lessonPicture(*named, options.file, options.lesson_step);
    if (!of) return reportUsage(console, of.error());
    PictureRequest& request = options.request;
    request.opening = of->opening;
    request.lesson_step = of->step;
    const bool is_document = of->document != nullptr;
    request.stands_elsewhere = options.has_mode || options.step.has_value();
    if (request.stands_elsewhere && is_document) {
        if (const auto fault = fitToDocument(*of->document, options)) {
            return reportUsage(console, *fault);
        }
    }
    request.theme = findTheme(options.theme)->id;
    const Document document = is_document ? *of->document : *openLesson(lessons().front().id);
    const Result<void> drawn = draw({document, request});
    return drawn ? done : report(console, {drawn.error()});
}

}  // namespace

std::vector<const CLI::Option*> addPictureOptions(CLI::App& app, PictureOptions& options) {
    const Wording& words = english();
    const auto have = app.get_options();
    std::vector<std::string> themes;
    for (const ThemeId id : kThemes) themes.emplace_back(theme(id).name);
    app.add_option("--size", options.size,
                   words.text(say::cli::Size{.least = sizeText(kLeastWidth, kLeastHeight),
                                             .most = sizeText(kMostWidth, kMostHeight)}))
        ->type_name("WxH")
        ->default_str(options.size)
        ->check(sizeFault);
    addModeOption(app, options.request.mode);
    app.get_option("--mode")->each([&](const std::string&) { options.has_mode = true; });
    app.add_option("--lesson-step", options.lesson_step, words.text(say::cli::LessonStep{}))
        ->type_name("K")
        ->check(wholeBetween(1, static_cast<int>(kMostLessonSteps)));
    app.add_option("--with", options.with, words.text(say::cli::With{}))->type_name("B");
    app.add_option("--step", options.step, words.text(say::cli::Focus{}))->type_name("ID");
    app.add_option("--cell", options.cell, words.text(say::cli::Cell{}))
        ->type_name("I,J")
        ->check(cellFault);
    app.add_option("--head", options.request.head, words.text(say::cli::Head{}))
        ->type_name("NUMBER")
        ->default_str("0")
        ->check(wholeBetween(0, static_cast<int>(kMaxHeads) - 1));
    app.add_option("--theme", options.theme, fmt::format("{}", fmt::join(themes, ", ")))
        ->type_name("NAME")
        ->default_str(options.theme)
        ->check(oneOf(themes));
    std::vector<std::string> libraries;
    for (const CodeLibraryInfo& library : kCodeLibraries) libraries.emplace_back(library.name);
    app.add_option("--code", options.code, words.text(say::cli::Code{.names = joined(libraries)}))
        ->type_name("NAME")
        ->check(oneOf(libraries));
    app.add_flag("--present", options.request.presenting, words.text(say::cli::Present{}));
    app.add_flag("--plain", options.request.is_plain, words.text(say::cli::Plain{}));
    const auto all = app.get_options();
    return {all.begin() + static_cast<std::ptrdiff_t>(have.size()), all.end()};
}

int drawRequested(const Console& console, PictureOptions options,
                  const std::function<Result<void>(const Picture&)>& draw) {
    PictureRequest& request = options.request;
    const auto size = *readPair(options.size, 'x');
    if (const auto* const library = findByName(kCodeLibraries, options.code)) {
        request.code = library->library;
    }
    request.width = size[0];
    request.height = size[1];
    if (const auto fault = sizeLimit(request)) return report(console, {*fault});
    if (options.lesson_step > 0) return pictureOfLesson(console, std::move(options), draw);
    if (info(request.mode).subject == SubjectKind::experiment)
        return pictureOfExperiment(console, std::move(options), draw);
    const Checked<NamedDocument> input = openDocument(options.file);
    if (!input) return report(console, input.error());
    if (const auto fault = fitToDocument(input->document, options)) {
        return reportUsage(console, *fault);
    }
    request.theme = findTheme(options.theme)->id;
    request.lesson = input->lesson;
    if (!options.with.empty()) {
        if (request.mode == Mode::lab) {
            return reportUsage(console, {"--with", say::cli::WithInLab{}});
        }
        Checked<NamedDocument> other = openDocument(options.with);
        if (!other) return report(console, other.error());
        request.with = {.kind = VariantKind::file,
                        .name = options.with,
                        .file = std::make_shared<const Document>(std::move(other->document))};
    }
    const Result<void> drawn = draw({input->document, request});
    return drawn ? done : report(console, {drawn.error()});
}

}  // namespace lookback

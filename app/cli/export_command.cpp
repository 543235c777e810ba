#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/picture_options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "app/platform/screen/draw_pictures.h"
#include "core/base/limits.h"
#include "core/base/named_rows.h"
#include "core/engine/attend.h"
#include "core/io/export_formats.h"
#include "core/io/file.h"
#include "core/io/lesson_check.h"
#include "core/random/seed.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/faults.h"

namespace lookback {
namespace {

struct ExportOptions {
    std::string file;
    std::string to;
    std::string out;
    std::optional<std::string> seed{};
    std::optional<Index> blanks{};
    const Language* language = kLanguages.data();
    PictureOptions picture{};
    std::vector<const CLI::Option*> of_pictures{};  ///< options that only pictures have
};

constexpr std::uint32_t kUsualSeed = 1;  ///< of blanks

int writeOut(const Console& console, const ExportOptions& options, const std::string& text) {
    if (options.out == "-") {
        console.out << text;
        return done;
    }
    const Result<void> written = writeFileAtomically(options.out, text);
    return written ? done : report(console, {written.error()});
}

int exportDocument(const Console& console, const ExportOptions& options, std::uint32_t seed,
                   const NamedDocument& input) {
    const ExportFormat& format = *findByName(kExportFormats, options.to);
    if (auto fault = format.fault(input.document)) {
        return report(console, {within(input.name, *std::move(fault))});
    }
    const Trace trace = attend(input.document);
    const auto text = format.write({.report = {input.document, trace, trace.order},
                                    .language = *options.language,
                                    .seed = seed,
                                    .blanks = options.blanks});
    if (!text && text.error().where == "blanks") {
        return reportUsage(console, {"--blanks", text.error().message});
    }
    if (!text) return report(console, {within(input.name, text.error())});
    return writeOut(console, options, *text);
}

/// Writes the questions of a lesson. @param seed of its numbers; nothing: its own
int exportLesson(const Console& console, const ExportOptions& options,
                 std::optional<std::uint32_t> seed, const NamedLesson& input) {
    const ExportFormat& format = *findByName(kExportFormats, options.to);
    const auto opened = seed ? workOfSeed(input.lesson, *seed) : std::optional(workOf(input));
    if (!opened) return report(console, {Error{input.name, say::faults::NoOtherNumbers{}}});
    const auto text = format.write_lesson(
        {.lesson = input.lesson, .language = *options.language, .opened = *opened});
    if (!text) return report(console, within(input.name, text.error()));
    return writeOut(console, options, *text);
}

int exportExperiment(const Console& console, const ExportOptions& options,
                     const Experiment& experiment) {
    const ExportFormat& format = *findByName(kExportFormats, options.to);
    return writeOut(console, options, format.write_experiment({experiment, *options.language}));
}

int exportPicture(const Console& console, const ExportOptions& options, DrawnFormat format) {
    PictureOptions picture = options.picture;
    if (format == DrawnFormat::gif && !picture.cell.empty()) {
        return reportUsage(console, {"--cell", say::cli::CellOfGif{}});
    }
    picture.file = options.file;
    picture.request.language = options.language;
    int code = done;
    const int drawn = drawRequested(console, picture, [&](const Picture& shown) -> Result<void> {
        const auto bytes = exportedPicture(shown, format);
        const bool is_usage = !bytes && bytes.error().where == "--mode";
        if (!bytes && !is_usage) return tl::unexpected(bytes.error());
        code = bytes ? writeOut(console, options, *bytes) : reportUsage(console, bytes.error());
        return {};
    });
    return drawn != done ? drawn : code;
}

Checked<NamedAny> openForFormat(const std::string& file, const ExportFormat& format) {
    if (format.write_experiment != nullptr) return openAny(file);
    return openDocumentOrLesson(file).map([](NamedSheet sheet) {
        return std::visit([](auto named) -> NamedAny { return named; }, std::move(sheet));
    });
}

int writeExport(const Console& console, const ExportOptions& options) {
    const ExportFormat& format = *findByName(kExportFormats, options.to);
    if (!format.has_blanks && (options.seed || options.blanks)) {
        return reportUsage(console, {options.seed ? "--seed" : "--blanks",
                                     say::cli::NotOfFormat{.format = Verbatim{options.to}}});
    }
    if (format.drawn) return exportPicture(console, options, *format.drawn);
    for (const CLI::Option* const option : options.of_pictures) {
        if (option->count() == 0) continue;
        return reportUsage(
            console, {option->get_name(), say::cli::OfPictures{.format = Verbatim{options.to}}});
    }
    std::optional<std::uint32_t> seed;
    if (options.seed) {
        const auto read = parseNumpyLegacySeed(*options.seed);
        if (!read) return reportUsage(console, {"--seed", read.error().message});
        seed = *read;
    }
    const Checked<NamedAny> input = openForFormat(options.file, format);
    if (!input) return report(console, input.error());
    if (const auto* const named = std::get_if<NamedExperiment>(&*input)) {
        return exportExperiment(console, options, named->experiment);
    }
    const std::uint32_t blank_seed = seed.value_or(kUsualSeed);
    if (const auto* const document = std::get_if<NamedDocument>(&*input)) {
        return exportDocument(console, options, blank_seed, *document);
    }
    const auto& lesson = std::get<NamedLesson>(*input);
    const bool is_on_experiment = lesson.lesson.subject() == LessonSubject::experiment;
    if (format.write_experiment != nullptr && is_on_experiment) {
        return exportExperiment(console, options, *lesson.lesson.experiment());
    }
    if (format.write_lesson != nullptr && !options.blanks) {
        return exportLesson(console, options, seed, lesson);
    }
    const Checked<NamedDocument> document = documentOf(lesson);
    if (!document) return report(console, document.error());
    return exportDocument(console, options, blank_seed, *document);
}

}  // namespace

Job prepareExport(CLI::App& app) {
    auto options = std::make_shared<ExportOptions>();
    const Wording& words = english();
    app.add_option("FILE", options->file, words.text(say::cli::WorkInput{}))
        ->required()
        ->type_name("");
    addFormat(app, "--to", options->to, kExportFormats)->required();
    app.add_option("-o,--out", options->out, words.text(say::cli::ExportFile{}))
        ->required()
        ->type_name("FILE")
        ->check(notEmpty(say::cli::ExportFile{}));
    app.add_option("--seed", options->seed, words.text(say::cli::WorksheetSeed{}))
        ->type_name("NUMBER");
    const Verbatim usual{std::to_string(kUsualBlanks)};
    app.add_option("--blanks", options->blanks, words.text(say::cli::Blanks{.n = usual}))
        ->type_name("NUMBER")
        ->check(wholeBetween(1, static_cast<int>(kMaxWorksheetNumbers)));
    addLanguageOption(app, options->language);
    options->of_pictures = addPictureOptions(app, options->picture);
    return [options](const Console& console) { return writeExport(console, *options); };
}

}  // namespace lookback

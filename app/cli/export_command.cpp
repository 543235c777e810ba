#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/limits.h"
#include "core/base/named_rows.h"
#include "core/engine/attend.h"
#include "core/io/export_formats.h"
#include "core/io/file.h"
#include "core/random/seed.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

struct ExportOptions {
    std::string file;
    std::string to;
    std::string out;
    std::string seed = "1";
    std::optional<Index> blanks{};
    const Language* language = kLanguages.data();
};

int writeExport(const Console& console, const ExportOptions& options) {
    const auto seed = parseNumpyLegacySeed(options.seed);
    if (!seed) return reportUsage(console, {"--seed", seed.error().message});
    const Checked<NamedDocument> input = openDocument(options.file);
    if (!input) return report(console, input.error());
    const ExportFormat& format = *findByName(kExportFormats, options.to);
    if (auto fault = format.fault(input->document)) {
        return report(console, {within(input->name, *std::move(fault))});
    }
    const Trace trace = attend(input->document);
    const auto text = format.write({.report = {input->document, trace, trace.order},
                                    .language = *options.language,
                                    .seed = *seed,
                                    .blanks = options.blanks});
    if (!text && text.error().where == "blanks") {
        return reportUsage(console, {"--blanks", text.error().message});
    }
    if (!text) return report(console, {within(input->name, text.error())});
    if (options.out == "-") {
        console.out << *text;
        return done;
    }
    const Result<void> written = writeFileAtomically(options.out, *text);
    return written ? done : report(console, {written.error()});
}

}  // namespace

Job prepareExport(CLI::App& app) {
    auto options = std::make_shared<ExportOptions>();
    const Wording& words = english();
    app.add_option("FILE", options->file, words.text(say::cli::DocumentInput{}))
        ->required()
        ->type_name("");
    addFormat(app, "--to", options->to, kExportFormats)->required();
    app.add_option("-o,--out", options->out, words.text(say::cli::ExportFile{}))
        ->required()
        ->type_name("FILE")
        ->check(notEmpty(say::cli::ExportFile{}));
    app.add_option("--seed", options->seed, words.text(say::cli::WorksheetSeed{}))
        ->type_name("NUMBER")
        ->default_str(options->seed);
    const Verbatim usual{std::to_string(kUsualBlanks)};
    app.add_option("--blanks", options->blanks, words.text(say::cli::Blanks{.n = usual}))
        ->type_name("NUMBER")
        ->check(wholeBetween(1, static_cast<int>(kMaxWorksheetNumbers)));
    addLanguageOption(app, options->language);
    return [options](const Console& console) { return writeExport(console, *options); };
}

}  // namespace lookback

#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/io/trace_formats.h"
#include "core/random/draw_program.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/expected.h"

namespace lookback {
namespace {

struct TraceOptions {
    std::string file;
    std::string format{kTraceFormats.front().name};
    std::optional<std::string> stage;
};

int trace(const Console& console, const TraceOptions& options) {
    const Checked<NamedDocument> input = openDocument(options.file);
    if (!input) return report(console, input.error());
    const Document& document = input->document;
    std::vector<MatrixId> stages;
    if (options.stage) {
        const Result<MatrixId> stage = findStage(document, "--stage", *options.stage);
        if (!stage) return reportUsage(console, stage.error());
        stages = {*stage};
    }
    const Trace computed = stages.empty() ? attend(document) : attendOnly(document, stages);
    if (stages.empty()) stages = computed.order;
    findByName(kTraceFormats, options.format)->write(console.out, {document, computed, stages});
    return done;
}

struct DrawOptions {
    std::string library;
    std::string seed;
    std::string program;
};

/// Writes each operation on a line; the tensors of a layer one behind the other.
void writeDrawn(std::ostream& out, const std::vector<DrawnTensor>& drawn) {
    for (std::size_t k = 0; k < drawn.size(); ++k) {
        const DrawnTensor& tensor = drawn[k];
        const bool goes_on = k > 0 && drawn[k - 1].operation == tensor.operation;
        if (k > 0) out << (goes_on ? " " : "\n");
        const ScalarKind kind = tensor.scalar == DrawnTensor::Scalar::float32 ? ScalarKind::float32
                                                                              : ScalarKind::float64;
        std::vector<std::string> words;
        for (const double value : tensor.values) words.push_back(shortestDigits(value, kind));
        for (const std::int64_t value : tensor.integers) words.push_back(std::to_string(value));
        out << fmt::format("{}", fmt::join(words, " "));
    }
    out << '\n';
}

int draw(const Console& console, const DrawOptions& options) {
    const auto drawn = parseDrawLibrary(options.library).and_then([&](DrawLibrary library) {
        return parseDrawProgram(library, options.program).and_then([&](const DrawProgram& program) {
            return lookback::draw(library, options.seed, program);
        });
    });
    if (!drawn) return report(console, {drawn.error()});
    writeDrawn(console.out, *drawn);
    return done;
}

}  // namespace

Job prepareTrace(CLI::App& app) {
    auto options = std::make_shared<TraceOptions>();
    app.add_option("FILE", options->file, english().text(say::cli::DocumentInput{}))
        ->required()
        ->type_name("");
    addFormat(app, options->format, kTraceFormats);
    app.add_option("--stage", options->stage, english().text(say::cli::TraceStage{}))
        ->type_name("ID");
    return [options](const Console& console) { return trace(console, *options); };
}

Job prepareDraw(CLI::App& app) {
    auto options = std::make_shared<DrawOptions>();
    std::vector<std::string> libraries;
    const Wording& words = english();
    std::string operations = words.text(say::cli::DrawOperations{}) + '\n';
    for (const DrawLibraryInfo& library : kDrawLibraries) {
        libraries.emplace_back(library.name);
        for (const DrawOperation& row : library.operations) {
            operations += fmt::format("  {:13} {:22} {}\n", library.name, usage(row), row.help);
        }
    }
    app.add_option("--library", options->library, fmt::format("{}", fmt::join(libraries, ", ")))
        ->required()
        ->type_name("NAME")
        ->check(oneOf(libraries));
    app.add_option("--seed", options->seed, words.text(say::expected::Whole{}))
        ->required()
        ->type_name("NUMBER");
    app.add_option("PROGRAM", options->program, words.text(say::cli::DrawProgram{}))
        ->required()
        ->type_name("");
    app.footer(operations);
    return [options](const Console& console) { return draw(console, *options); };
}

}  // namespace lookback

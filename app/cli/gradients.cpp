#include <memory>
#include <ostream>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/result.h"
#include "core/engine/attend.h"
#include "core/gradients/backward.h"
#include "core/gradients/leak_verdict.h"
#include "core/io/file.h"
#include "core/io/gradients_json.h"
#include "core/io/system_memory.h"

namespace lookback {
namespace {

struct GradientsOptions {
    std::string file;
    std::string upstream;
    std::string format = "json";
};

/// G from a file, in the result's shape; ones where no file is named.
Result<Matrix<double>> upstreamOf(const std::string& name, const MatrixView& result, DType dtype) {
    if (name.empty()) return Matrix<double>::Ones(result.rows(), result.cols()).eval();
    return readFile(name).and_then([&](const std::string& text) {
        return readUpstream(text, result.rows(), result.cols(), dtype).map_error([&](Error error) {
            return within(inputName(name), std::move(error));
        });
    });
}

int gradients(const Console& console, const GradientsOptions& options) {
    if (options.file == "-" && options.upstream == "-") {
        return reportUsage(console,
                           {"--upstream", asWritten("standard input is the document already")});
    }
    const Checked<NamedDocument> input = openDocument(options.file);
    if (!input) return report(console, input.error());
    const Document& document = input->document;
    if (const auto fault = gradientsFault(document, allowedMemory())) {
        return report(console, {within(input->name, *fault)});
    }
    const Trace trace = attend(document);
    const auto upstream = upstreamOf(options.upstream, trace.view(trace.result()), document.dtype);
    if (!upstream) return report(console, {upstream.error()});
    writeGradientsJson(console.out, document, backward(document, trace, *upstream));
    return done;
}

struct LeakOptions {
    std::string file;
    std::string format = "json";
};

int leak(const Console& console, const LeakOptions& options) {
    const Checked<NamedDocument> input = openDocument(options.file);
    if (!input) return report(console, input.error());
    if (const auto fault = leakFault(input->document, allowedMemory())) {
        return report(console, {within(input->name, *fault)});
    }
    const Trace trace = attend(input->document);
    const Result<Influence> found = influence(input->document, trace);
    if (!found) return report(console, {within(input->name, found.error())});
    writeLeakJson(console.out, trace, *found, leakVerdict(input->document, *found));
    return done;
}

/// The options that both commands have.
void addFile(CLI::App& app, std::string& file, std::string& format) {
    app.add_option("FILE", file, std::string(kDocumentInputHelp))->required()->type_name("");
    app.add_option("--format", format, "json (every number exactly, for programs)")
        ->type_name("NAME")
        ->default_str(format)
        ->check(CLI::IsMember({"json"}).description(""));
}

}  // namespace

Job prepareGradients(CLI::App& app) {
    auto options = std::make_shared<GradientsOptions>();
    addFile(app, options->file, options->format);
    app.add_option("--upstream", options->upstream,
                   "a JSON file with G, a list of rows like the result; without it all ones")
        ->type_name("FILE")
        ->check(notEmpty("a JSON file with G"));
    return [options](const Console& console) { return gradients(console, *options); };
}

Job prepareLeak(CLI::App& app) {
    auto options = std::make_shared<LeakOptions>();
    addFile(app, options->file, options->format);
    return [options](const Console& console) { return leak(console, *options); };
}

}  // namespace lookback

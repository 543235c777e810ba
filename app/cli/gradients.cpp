#include <array>
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
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/reports.h"

namespace lookback {
namespace {

/// A row of the tables of formats.
struct GradientsFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
};
constexpr std::array kGradientsFormats{GradientsFormat{"json", stated<say::reports::Json>}};
constexpr std::array kLeakFormats{GradientsFormat{"text", stated<say::reports::TextLeak>},
                                  GradientsFormat{"json", stated<say::reports::Json>}};

struct GradientsOptions {
    std::string file;
    std::string upstream;
    std::string format{kGradientsFormats.front().name};
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
                           {"--upstream", say::cli::InputTaken{.place = Verbatim{"FILE"}}});
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
    std::string format{kLeakFormats.front().name};
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
    const LeakVerdict verdict = leakVerdict(input->document, *found);
    if (options.format == kLeakFormats.front().name) {
        writeLeakText(console.out, input->document, *found, verdict);
    } else {
        writeLeakJson(console.out, trace, *found, verdict);
    }
    return done;
}

/// The options that both commands have.
void addFile(CLI::App& app, std::string& file, std::string& format, const auto& formats) {
    app.add_option("FILE", file, english().text(say::cli::DocumentInput{}))
        ->required()
        ->type_name("");
    addFormat(app, format, formats);
}

}  // namespace

Job prepareGradients(CLI::App& app) {
    auto options = std::make_shared<GradientsOptions>();
    addFile(app, options->file, options->format, kGradientsFormats);
    app.add_option("--upstream", options->upstream, english().text(say::cli::Upstream{}))
        ->type_name("FILE")
        ->check(notEmpty(say::cli::UpstreamFile{}));
    return [options](const Console& console) { return gradients(console, *options); };
}

Job prepareLeak(CLI::App& app) {
    auto options = std::make_shared<LeakOptions>();
    addFile(app, options->file, options->format, kLeakFormats);
    return [options](const Console& console) { return leak(console, *options); };
}

}  // namespace lookback

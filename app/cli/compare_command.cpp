#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/named_rows.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/io/compare_formats.h"
#include "core/io/system_memory.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

struct CompareOptions {
    std::string a;
    std::string b;
    std::string stage{info(MatrixId::attention_weights).name};
    std::string format{kCompareFormats.front().name};
};

/// The stage that the option names. Errors: not both documents have it.
Result<MatrixId> findCommonStage(const Document& a, const Document& b, const std::string& name) {
    std::vector<std::string_view> names;
    for (const MatrixId id : commonStages(a, b)) {
        if (info(id).name == name) return id;
        names.push_back(info(id).name);
    }
    const MatrixInfo* known = findMatrix(name);
    const auto has = [&](const Document& document) {
        const std::vector<MatrixId> order = stageOrder(document);
        return known != nullptr && std::find(order.begin(), order.end(), known->id) != order.end();
    };
    using Said = say::cli::NoStage;
    return tl::unexpected(Error{"--stage", Said{.name = givenText(name),
                                                .of = has(a)   ? Said::Of::b
                                                      : has(b) ? Said::Of::a
                                                               : Said::Of::both,
                                                .hint = nearestHint(name, names),
                                                .names = joined(names)}});
}

/// Computes the compared stage and the stages that findings read, no others.
Trace computed(const Document& document, MatrixId stage) {
    const std::array wanted{stage, MatrixId::mask, stageOrder(document).back()};
    return attendOnly(document, wanted);
}

void write(const Console& console, const CompareOptions& options, MatrixId stage,
           const NamedDocument& a, const NamedDocument& b) {
    const Trace a_trace = computed(a.document, stage);
    const Trace b_trace = computed(b.document, stage);
    const Compared compared{{a.document, a_trace}, {b.document, b_trace}};
    const std::vector<std::string> labels = comparedLabels(a.document, b.document);
    std::vector<std::string> sentences;
    for (const Finding& finding : comparisonFindings(compared, stage)) {
        sentences.push_back(english().text(tell(finding, compared, labels)));
    }
    const Tensor difference = stageDifference(compared, stage);
    findByName(kCompareFormats, options.format)
        ->write(console.out, {compared, stage, difference, sentences, a.name, b.name});
}

int compare(const Console& console, const CompareOptions& options) {
    if (options.a == "-" && options.b == "-") {
        return reportUsage(console, {"B", say::cli::InputTaken{.place = Verbatim{"A"}}});
    }
    const Checked<NamedDocument> a = openDocument(options.a);
    if (!a) return report(console, a.error());
    const Checked<NamedDocument> b = openDocument(options.b);
    if (!b) return report(console, b.error());
    const auto stage = findCommonStage(a->document, b->document, options.stage);
    if (!stage) return reportUsage(console, stage.error());
    if (auto fault = comparisonFault(a->document, b->document, *stage)) {
        return report(console, {within(b->name, *std::move(fault))});
    }
    if (auto fault = comparisonMemoryFault(a->document, b->document, allowedMemory())) {
        const std::string both = english().written(Listed{{Verbatim{a->name}, Verbatim{b->name}}});
        return report(console, {within(both, *std::move(fault))});
    }
    write(console, options, *stage, *a, *b);
    return done;
}

}  // namespace

Job prepareCompare(CLI::App& app) {
    auto options = std::make_shared<CompareOptions>();
    const Wording& words = english();
    const Message input = say::cli::CompareA{.input = say::cli::DocumentInput{}};
    app.add_option("A", options->a, words.text(input))->required()->type_name("");
    app.add_option("B", options->b, words.text(say::cli::CompareB{}))->required()->type_name("");
    app.add_option("--stage", options->stage, words.text(say::cli::CompareStage{}))
        ->type_name("ID")
        ->default_str(options->stage);
    addFormat(app, options->format, kCompareFormats);
    return [options](const Console& console) { return compare(console, *options); };
}

}  // namespace lookback

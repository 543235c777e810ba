#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/io/file.h"
#include "core/io/generation_formats.h"
#include "core/language/training_run.h"
#include "core/random/seed.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

constexpr int kMostWritten = 100'000;
// Logits divided by less may overflow; divided by more, probabilities are equal anyway.
constexpr double kLeastTemperature = 1e-6;
constexpr double kMostTemperature = 1e6;

struct GenerateOptions {
    std::string file;
    std::optional<std::string> prompt{};
    Index count = 8;
    std::optional<std::string> twin{};
    bool greedy = false;
    double temperature = 1;
    Index top_k = 0;
    std::string seed = "0";
    std::string format{kGenerationFormats.front().name};
};

/// The twins that write. Errors: no twin has the name.
Result<std::vector<Twin>> chosenTwins(const Experiment& experiment,
                                      const std::optional<std::string>& name) {
    if (!name) return experiment.twins;
    std::vector<Twin> chosen;
    std::vector<std::string_view> names;
    for (const Twin& twin : experiment.twins) {
        if (twin.name.in("en") == *name) chosen.push_back(twin);
        names.push_back(twin.name.in("en"));
    }
    if (!chosen.empty()) return chosen;
    return tl::unexpected(Error{"--twin", say::cli::NoModel{.name = givenText(*name),
                                                            .hint = nearestHint(*name, names),
                                                            .names = joined(names)}});
}

/// The units of `--prompt`, else of the experiment's prompt. Errors: those of `unitsOfSentence`.
Result<std::vector<Unit>> promptOf(const TrainingRun& run, const GenerateOptions& options) {
    const std::string& own = run.experiment().prompt;
    return unitsOfSentence(run.experiment(), run.text(), options.prompt.value_or(own))
        .map_error([&](const Error& fault) {
            const std::string of_file = fmt::format("{}: prompt", inputName(options.file));
            return Error{options.prompt ? "--prompt" : of_file, fault.message};
        });
}

int generate(const Console& console, const GenerateOptions& options) {
    Sampling sampling{.temperature = options.temperature, .top_k = options.top_k};
    if (!options.greedy) {
        const auto seed = parseTorchSeed(options.seed);
        if (!seed) return reportUsage(console, {"--seed", seed.error().message});
        sampling.seed = *seed;
    }
    Checked<Experiment> experiment = openExperiment(options.file);
    if (!experiment) return report(console, experiment.error());
    if (!options.prompt && experiment->prompt.empty()) {
        return reportUsage(console, {"--prompt", say::cli::NoPrompt{}});
    }
    auto twins = chosenTwins(*experiment, options.twin);
    if (!twins) return reportUsage(console, twins.error());
    experiment->twins = *std::move(twins);
    TrainingRun run(std::make_shared<const Experiment>(*std::move(experiment)), 0);
    const auto prompt = promptOf(run, options);
    if (!prompt) return report(console, {prompt.error()});
    run.advance(run.experiment().steps);
    std::vector<WrittenByTwin> written;
    for (std::size_t place = 0; place < run.twins(); ++place) {
        written.push_back(run.twin(place, [&](const auto& history) -> WrittenByTwin {
            return {std::string(history.twin().name.in("en")),
                    generate(run.experiment(), history.twin(),
                             history.stateAfter(run.steps())->parameters, *prompt, options.count,
                             sampling)};
        }));
    }
    findByName(kGenerationFormats, options.format)
        ->write(console.out, {run.experiment(), run.text(), prompt->size(), written});
    return done;
}

/// Adds the options that say how a token is taken: greedily, or by sampling.
void addChoice(CLI::App& app, GenerateOptions& options) {
    const Wording& words = english();
    app.add_flag("--greedy", options.greedy, words.text(say::cli::Greedy{}));
    app.add_option("--temperature", options.temperature, words.text(say::cli::Temperature{}))
        ->type_name("NUMBER")
        ->default_str("1")
        ->check(numberBetween(kLeastTemperature, kMostTemperature));
    app.add_option("--top-k", options.top_k, words.text(say::cli::TopK{}))
        ->type_name("NUMBER")
        ->default_str("0")
        ->check(wholeBetween(0, kMaxVocabulary));
    app.add_option("--seed", options.seed, words.text(say::cli::Seed{}))
        ->type_name("NUMBER")
        ->default_str(options.seed);
}

}  // namespace

Job prepareGenerate(CLI::App& app) {
    auto options = std::make_shared<GenerateOptions>();
    const Wording& words = english();
    app.add_option("FILE", options->file, words.text(say::cli::ExperimentInput{}))
        ->required()
        ->type_name("");
    app.add_option("--prompt", options->prompt, words.text(say::cli::Prompt{}))->type_name("TEXT");
    app.add_option("--count", options->count, words.text(say::cli::Count{}))
        ->type_name("NUMBER")
        ->default_str("8")
        ->check(wholeBetween(0, kMostWritten));
    app.add_option("--twin", options->twin, words.text(say::cli::Model{}))->type_name("NAME");
    addChoice(app, *options);
    addFormat(app, options->format, kGenerationFormats);
    return [options](const Console& console) { return generate(console, *options); };
}

}  // namespace lookback

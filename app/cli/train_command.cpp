#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/named_rows.h"
#include "core/io/training_formats.h"
#include "core/words/say.h"
#include "messages/cli.h"

namespace lookback {
namespace {

struct TrainOptions {
    std::string file;
    std::optional<Index> steps{};
    std::string format{kTrainingFormats.front().name};
};

int train(const Console& console, const TrainOptions& options) {
    // States are read only where a loss was lost.
    constexpr std::size_t kKeptBytes = std::size_t{1} << 20;
    Checked<Experiment> experiment = openExperiment(options.file);
    if (!experiment) return report(console, experiment.error());
    experiment->steps = options.steps.value_or(experiment->steps);
    TrainingRun run(std::make_shared<const Experiment>(*std::move(experiment)), kKeptBytes);
    run.advance(run.experiment().steps);
    findByName(kTrainingFormats, options.format)->write(console.out, run);
    return done;
}

}  // namespace

Job prepareTrain(CLI::App& app) {
    auto options = std::make_shared<TrainOptions>();
    app.add_option("FILE", options->file, english().text(say::cli::ExperimentInput{}))
        ->required()
        ->type_name("");
    app.add_option("--steps", options->steps, english().text(say::cli::Steps{}))
        ->type_name("NUMBER")
        ->check(wholeBetween(0, kMaxSteps));
    addFormat(app, options->format, kTrainingFormats);
    return [options](const Console& console) { return train(console, *options); };
}

}  // namespace lookback

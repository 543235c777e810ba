#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/experiment_input.h"
#include "app/cli/format_option.h"
#include "app/cli/option_checks.h"
#include "app/cli/subcommands.h"
#include "core/io/training_formats.h"
#include "core/language/floor.h"

namespace lookback {
namespace {

struct TrainOptions {
    std::string file;
    std::optional<Index> steps{};
    std::string format{kTrainingFormats.front().name};
};

int train(const Console& console, const TrainOptions& options) {
    Checked<OpenedExperiment> input = openExperiment(options.file);
    if (!input) return report(console, input.error());
    Experiment& experiment = input->experiment;
    experiment.steps = options.steps.value_or(experiment.steps);
    std::vector<TrainingRecord> records;
    for (const Twin& twin : experiment.twins) {
        records.push_back(recordTraining(experiment, twin, input->text));
    }
    const double floor = lossFloor(input->text, experiment.context);
    findTrainingFormat(options.format)
        ->write(console.out, {experiment, input->text, floor, records});
    return done;
}

}  // namespace

Job prepareTrain(CLI::App& app) {
    auto options = std::make_shared<TrainOptions>();
    app.add_option("FILE", options->file, std::string(kExperimentInputHelp))
        ->required()
        ->type_name("");
    app.add_option("--steps", options->steps, "so many steps instead of the experiment's own")
        ->type_name("NUMBER")
        ->check(wholeBetween(0, kMaxSteps));
    addFormat(app, options->format, kTrainingFormats);
    return [options](const Console& console) { return train(console, *options); };
}

}  // namespace lookback

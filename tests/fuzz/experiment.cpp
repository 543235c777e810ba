// Experiment files: what is read can be cut, trained and written from, and is written so that the
// same is read again.
#include "core/io/experiment_json.h"
#include "core/language/floor.h"
#include "core/language/training_run.h"
#include "core/language/writing.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

namespace {

/// Small enough to be trained by the million.
bool isSmall(const Experiment& experiment, Index vocabulary) {
    constexpr double kMostNumbers = 20'000;
    const ModelShape& m = experiment.model;
    const auto width = static_cast<double>(m.d_model);
    const auto heads = static_cast<double>(m.heads * (m.d_k + m.d_v + experiment.context));
    const auto units = static_cast<double>(vocabulary);
    const auto places = static_cast<double>(experiment.batch * experiment.context);
    return (width + places) * (width + heads + units) < kMostNumbers;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Checked<Experiment> read = readExperiment(textOf(data, size));
    if (!read) {
        requireReason(read.error());
        return 0;
    }
    const std::string written = writeExperiment(*read);
    const Checked<Experiment> again = readExperiment(written);
    require(again.has_value() && writeExperiment(*again) == written, "what is written reads alike");
    const UnitText text = cutText(*read);
    require(!text.train_starts.empty(), "there is something to learn from");
    require(lossFloor(text, read->context) > -1e-9, "a floor is a mean of -log of chances");
    if (!isSmall(*read, text.vocabularySize())) return 0;
    Experiment experiment = *read;
    experiment.steps = std::min<Index>(experiment.steps, 2);
    TrainingRun run(std::make_shared<const Experiment>(std::move(experiment)));
    run.advance(run.experiment().steps);
    for (std::size_t place = 0; place < run.twins(); ++place) {
        run.twin(place, [&](const auto& history) {
            require(history.steps() == run.experiment().steps, "a loss a step");
            const Written line = generate(run.experiment(), history.twin(),
                                          history.stateAfter(history.steps())->parameters,
                                          {text.units.front()}, 2, {.top_k = 2, .seed = 1});
            require(line.units.size() == 3 && line.chances.size() == 2, "as much as was asked for");
        });
    }
    return 0;
}

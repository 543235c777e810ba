#include "core/language/lost_loss.h"

#include <algorithm>

#include "core/language/training_run.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

/// Why a loss of the first twin is lost after all steps, if it is.
std::optional<LostLoss> lostOf(const Experiment& experiment) {
    REQUIRE(faults(experiment).empty());
    TrainingRun run(std::make_shared<const Experiment>(experiment));
    run.advance(experiment.steps);
    return run.twin(0, [&](const auto& history) {
        const Index steps = history.steps();
        const auto lost = history.lostAfter(steps, history.trainLossAfter(steps));
        const auto& losses = history.losses();
        const Index finite = std::find_if(losses.begin(), losses.end(),
                                          [](double loss) { return !std::isfinite(loss); }) -
                             losses.begin();
        CHECK((lost ? lost->step : steps) == finite);
        // Who looks at an earlier step knows nothing of it yet.
        for (Index step = 0; step < finite; ++step) CHECK(!history.lostAfter(step, 0.5));
        return lost;
    });
}

/// The first experiment of the reference, some steps of it.
Experiment sound() {
    Experiment experiment = test::experimentOf(test::trainingRuns().front());
    experiment.steps = 60;
    return experiment;
}

/// How the loss is lost by the steps, not before.
void checkFault(const Experiment& experiment, LossFault fault) {
    const auto lost = lostOf(experiment);
    REQUIRE(lost.has_value());
    CHECK(lost->fault == fault);
    CHECK(lost->step > 0);
}

TEST_CASE("no loss is lost of what learns") { CHECK(lostOf(sound()) == std::nullopt); }

TEST_CASE("a row without a key loses the loss at once, unless the method leaves it a number") {
    Experiment experiment = sound();
    Twin& twin = experiment.twins.front();
    twin.mask.rules = {newRule(MaskKind::strict_causal, experiment.context)};
    CHECK(lostOf(experiment) == LostLoss{.step = 0, .fault = LossFault::empty_row, .row = 0});
    twin.mask = {{MaskRule{}}, {{2, 0}, {2, 1}, {2, 2}}};
    const LostLoss third{.step = 0, .fault = LossFault::empty_row, .row = 2};
    CHECK(lostOf(experiment) == third);
    experiment.steps = 0;
    CHECK(lostOf(experiment) == third);
    experiment.steps = 60;
    twin.masking.method = MaskingMethod::zero_rows;
    CHECK(lostOf(experiment) == std::nullopt);
    twin.masking = {MaskingMethod::fill, -5, MaskingOrder::after_scale};
    CHECK(lostOf(experiment) == std::nullopt);

    twin.mask = {{newRule(MaskKind::strict_causal, experiment.context)}, {}};
    twin.masking.method = MaskingMethod::zero_rows;
    experiment.optimizer.learning_rate = 1e30;
    checkFault(experiment, LossFault::learning_rate);
}

TEST_CASE("steps that are too large lose it, the last one too") {
    Experiment experiment = sound();
    experiment.optimizer = {.kind = OptimizerKind::sgd, .learning_rate = 1e20};
    checkFault(experiment, LossFault::learning_rate);
    experiment.optimizer = {.learning_rate = 1e30};
    checkFault(experiment, LossFault::learning_rate);
    // The only loss of a batch is that before the step.
    experiment.steps = 1;
    CHECK(lostOf(experiment) == LostLoss{.step = 1, .fault = LossFault::learning_rate});
}

TEST_CASE("an epsilon of 0 loses it where a number had no gradient") {
    Experiment experiment = sound();
    experiment.optimizer.epsilon = 0;
    Experiment other = experiment;
    other.batch = 1;  // most words have no gradient in the first step
    checkFault(other, LossFault::epsilon);
    other = experiment;
    other.text += " x";  // behind the last window: it never has one
    checkFault(other, LossFault::epsilon);
}

TEST_CASE("numbers that leave the range of their type before a step are said to") {
    const LostLoss expected{.step = 0, .fault = LossFault::first_numbers};
    Experiment experiment = sound();
    experiment.model.scale = {Scale::Kind::number, 1e-40};
    CHECK(lostOf(experiment) == expected);
    experiment.model.scale = {Scale::Kind::number, 1e-38};
    experiment.twins.front().masking.value = -1;
    CHECK(lostOf(experiment) == expected);
}

}  // namespace
}  // namespace lookback

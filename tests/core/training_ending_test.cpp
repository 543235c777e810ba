#include "core/language/training_ending.h"

#include "core/language/floor.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

/// How the first twin of the reference's first experiment ends after it was changed.
template <class Change>
TrainingEnding endingAfter(Change change) {
    Experiment experiment = test::experimentOf(test::trainingRuns().front());
    experiment.steps = 20;
    change(experiment);
    REQUIRE(faults(experiment).empty());
    const Twin& twin = experiment.twins.front();
    const UnitText text = cutText(experiment);
    return endingOf(experiment, twin, text, lossFloor(text, experiment.context),
                    recordTraining(experiment, twin, text));
}

TEST_CASE("a loss that is no number has the right reason") {
    CHECK(!endingAfter([](Experiment&) {}).failed_at);

    const TrainingEnding empty = endingAfter([](Experiment& e) {
        e.twins[0].mask.flips = {{2, 0}, {2, 1}, {2, 2}};
    });
    CHECK(empty.failed_at == 0);
    CHECK(empty.failure == LossFailure::empty_row);
    CHECK(empty.empty_row == 2);

    const TrainingEnding steep =
        endingAfter([](Experiment& e) { e.optimizer.learning_rate = 1e30; });
    REQUIRE(steep.failed_at);
    CHECK(*steep.failed_at > 0);
    CHECK(steep.failure == LossFailure::learning_rate);

    const TrainingEnding last = endingAfter([](Experiment& e) {
        e.optimizer.learning_rate = 1e30;
        e.steps = 1;
    });
    CHECK(last.failed_at == 1);
    CHECK(last.failure == LossFailure::learning_rate);

    const TrainingEnding divided = endingAfter([](Experiment& e) {
        e.optimizer.kind = OptimizerKind::adam;
        e.optimizer.epsilon = 0;
        e.text += " x";  // behind the last window: it never has a gradient
    });
    REQUIRE(divided.failed_at);
    CHECK(*divided.failed_at > 0);
    CHECK(divided.failure == LossFailure::epsilon);

    const TrainingEnding first = endingAfter([](Experiment& e) {
        e.model.scale = {Scale::Kind::number, 1e-38};
        e.twins[0].masking.value = -1;
    });
    CHECK(first.failed_at == 0);
    CHECK(first.failure == LossFailure::first_numbers);
}

TEST_CASE("a row without a key is no reason where the method leaves it a number") {
    const TrainingEnding ending = endingAfter([](Experiment& e) {
        e.twins[0].mask.rules = {newRule(MaskKind::strict_causal, e.context)};
        e.twins[0].masking.method = MaskingMethod::zero_rows;
        e.optimizer.learning_rate = 1e30;
    });
    REQUIRE(ending.failed_at);
    CHECK(*ending.failed_at > 0);
    CHECK(ending.failure == LossFailure::learning_rate);
}

TEST_CASE("beginnings come once, in the order of the text, and windows are whole") {
    UnitText text;
    text.units = {2, 0, 1, 0, 2, 2, 1, 1};
    text.train_starts = {0, 1, 2, 3};
    text.held_out_starts = {5};
    CHECK(beginningsOf(text, 8) == std::vector<Unit>{2, 0, 1});
    CHECK(beginningsOf(text, 2) == std::vector<Unit>{2, 0});
    CHECK(isWindowOf(text, std::vector<Unit>{0, 1, 0}));
    CHECK(isWindowOf(text, std::vector<Unit>{2, 1, 1}));
    CHECK(!isWindowOf(text, std::vector<Unit>{2, 2, 1}));
}

}  // namespace
}  // namespace lookback

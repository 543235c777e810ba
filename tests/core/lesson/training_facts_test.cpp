// What lessons ask of a training.
#include "core/lesson/training_facts.h"

#include <doctest/doctest.h>

#include "core/io/experiment_library.h"
#include "core/language/writing.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

std::shared_ptr<const Experiment> shortTraining() {
    Experiment experiment = *openShippedExperiment("greetings");
    experiment.steps = 60;
    return std::make_shared<const Experiment>(experiment);
}

std::string faultOfFact(const Result<double>& fact) {
    return fact ? "none" : test::said(fact.error());
}

TEST_CASE("losses are those of a run, trained as far as is asked for") {
    const TrainingFacts facts(shortTraining());
    TrainingRun run(shortTraining());
    run.advance(60);
    CHECK(facts.loss(0, 3) == run.losses(0)[3]);
    CHECK(facts.loss(1, 59) == run.losses(1)[59]);
    CHECK(facts.floor() == run.floor());
    CHECK(facts.vocabulary() == run.text().vocabularySize());
    CHECK(facts.heldOutLoss(0, 50) == run.heldOut(0)[1].loss);
    const double after = run.twin(1, [](const auto& history) { return history.trainLossAfter(7); });
    CHECK(facts.trainingLoss(1, 7) == after);
}

TEST_CASE("a trained model writes eight tokens behind the prompt") {
    const TrainingFacts facts(shortTraining());
    const auto written = facts.written(1);
    REQUIRE(written);
    CHECK(written->size() == 8);
    CHECK(facts.written(1) == written);
    CHECK(facts.written(0)->size() == 8);
    Experiment without = *shortTraining();
    without.prompt.clear();
    CHECK(TrainingFacts(std::make_shared<const Experiment>(without)).written(0)->size() == 8);
}

TEST_CASE("what a training does not have is told") {
    const TrainingFacts facts(shortTraining());
    CHECK(faultOfFact(facts.loss(0, 60)) == "step 60 is outside the training, expected 0 to 59");
    CHECK(faultOfFact(facts.trainingLoss(0, 61)) ==
          "step 61 is outside the training, expected 0 to 60");
    CHECK(faultOfFact(facts.loss(2, 0)) == "the experiment has one model, expected A");
    CHECK(faultOfFact(facts.heldOutLoss(0, 20)) ==
          "the held-out loss is not measured after 20 steps, expected a multiple of 50");
    CHECK(!facts.heldOutLoss(0, 60));
    TrainingRun run(shortTraining());
    run.advance(10);
    const TrainingFacts known(run);
    CHECK(known.loss(0, 9));
    CHECK(faultOfFact(known.loss(0, 10)) == "The training has not reached step 11 yet.");
    CHECK(!known.written(0));
}

}  // namespace
}  // namespace lookback

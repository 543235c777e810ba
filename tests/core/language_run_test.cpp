#include "core/language/floor.h"
#include "core/language/training_run.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

using test::Json;

/// The reference's experiments, a few steps of each.
std::vector<std::shared_ptr<const Experiment>> experiments(Index steps) {
    std::vector<std::shared_ptr<const Experiment>> all;
    for (const Json& run : test::trainingRuns()) {
        Experiment experiment = test::experimentOf(run);
        experiment.steps = steps;
        all.push_back(std::make_shared<const Experiment>(std::move(experiment)));
    }
    return all;
}

/// To the last bit; matrices of other shapes are others.
template <class Scalar>
bool areSame(const Parameters<Scalar>& a, const Parameters<Scalar>& b) {
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        const Matrix<Scalar>& left = a.*row.matrix;
        const Matrix<Scalar>& right = b.*row.matrix;
        if (left.rows() != right.rows() || left.cols() != right.cols() || left != right) {
            return false;
        }
    }
    return true;
}

template <class Scalar>
bool areSame(const TrainingState<Scalar>& a, const TrainingState<Scalar>& b) {
    TorchGenerator next_of_a = a.generator;
    TorchGenerator next_of_b = b.generator;
    return a.stepsTaken() == b.stepsTaken() && areSame(a.parameters, b.parameters) &&
           areSame(a.stepper.means(), b.stepper.means()) &&
           areSame(a.stepper.squares(), b.stepper.squares()) &&
           next_of_a.randint(4, 0, 1000) == next_of_b.randint(4, 0, 1000);
}

/// Compares all that a run tells of a twin with a training that takes one step after the other.
/// @return numbers of steps at which something differs
template <class Scalar>
std::vector<Index> differences(const TrainingRun& run, const TwinHistory<Scalar>& history) {
    Training<Scalar> training(run.experiment(), history.twin(), run.text());
    std::vector<Index> found;
    std::size_t held_out = 0;
    for (Index step = 0; step <= run.steps(); ++step) {
        bool is_same = areSame(*history.stateAfter(step), training.state());
        if (step % kHeldOutEvery == 0) {
            is_same = is_same &&
                      history.heldOut().at(held_out++) == HeldOutLoss{step, training.heldOutLoss()};
        }
        if (step % 20 == 7)
            is_same = is_same && history.trainLossAfter(step) == training.trainLoss();
        if (step < run.steps()) {
            const Parameters<Scalar> before = training.parameters();
            const double loss = training.step();
            const StepTaken<Scalar> taken = history.taken(step);
            is_same = is_same && history.losses().at(static_cast<std::size_t>(step)) == loss &&
                      taken.loss == loss && taken.batch == training.batch() &&
                      areSame(taken.before, before) &&
                      areSame(taken.gradients, training.gradients()) &&
                      areSame(taken.after, training.state());
        }
        if (!is_same) found.push_back(step);
    }
    CHECK(history.heldOut().size() == held_out);
    return found;
}

TEST_CASE("a scrubbed step equals the step reached by running, whatever is kept") {
    const auto check = [](const auto& experiment, std::size_t kept_bytes) {
        CAPTURE(experiment->title);
        TrainingRun run(experiment, kept_bytes);
        run.advance(1000);
        CHECK(run.steps() == 60);
        CHECK(run.isFinished());
        for (std::size_t place = 0; place < run.twins(); ++place) {
            run.twin(place, [&](const auto& history) {
                CHECK(differences(run, history) == std::vector<Index>{});
                CHECK((history.keptEvery() == 1) == (kept_bytes == kMostKeptBytes));
            });
        }
    };
    const auto all = experiments(60);
    for (const auto& experiment : all) check(experiment, 300'000);
    check(all.front(), kMostKeptBytes);
    check(all.front(), 0);
}

TEST_CASE("a run in pieces, given up now and then, is the run in one go, and a copy its own") {
    for (const auto& experiment : experiments(55)) {
        TrainingRun run(experiment, 300'000);
        CHECK(run.text().vocabulary == cutText(*experiment).vocabulary);
        CHECK(run.floor() == lossFloor(run.text(), experiment->context));
        run.advance(1);
        CHECK(run.steps() == 1);
        const TrainingRun copy = run;
        int asked = 0;
        run.advance(54, [&] { return ++asked > 2; });
        const Index reached = run.steps();
        CHECK(reached > 1);
        run.advance(0);
        CHECK(run.steps() == reached);
        run.advance(3);
        run.advance(1000);
        CHECK(run.isFinished());
        CHECK(copy.steps() == 1);
        for (std::size_t place = 0; place < run.twins(); ++place) {
            run.twin(place, [&](const auto& history) {
                CHECK(differences(run, history) == std::vector<Index>{});
            });
            copy.twin(place, [&](const auto& history) {
                CHECK(differences(copy, history) == std::vector<Index>{});
            });
        }
    }
}

TEST_CASE("what a run keeps does not grow with its steps") {
    Experiment experiment = test::experimentOf(test::trainingRuns().front());
    experiment.steps = 300;
    TrainingRun run(std::make_shared<const Experiment>(experiment), 1'000'000);
    run.advance(300);
    run.twin(0, [](const auto& history) {
        // A state takes some 25 kB, so that about 20 fit.
        CHECK(history.keptEvery() == 16);
    });
}

/// Why a loss of the first twin is lost, if it is.
std::optional<LostLoss> lostOf(Experiment experiment) {
    experiment.steps = 60;
    TrainingRun run(std::make_shared<const Experiment>(experiment));
    run.advance(60);
    return run.twin(0, [&](const auto& history) {
        const auto lost = history.lost();
        for (std::size_t step = 0; step < history.losses().size(); ++step) {
            const bool is_before = !lost || static_cast<Index>(step) < lost->step;
            if (is_before) CHECK(std::isfinite(history.losses()[step]));
        }
        if (lost) CHECK(!std::isfinite(history.losses()[static_cast<std::size_t>(lost->step)]));
        return lost;
    });
}

TEST_CASE("a lost loss is said to be lost, at which step and why") {
    const Experiment experiment = test::experimentOf(test::trainingRuns().front());
    CHECK(lostOf(experiment) == std::nullopt);

    Experiment other = experiment;
    other.twins.front().mask.rules = {newRule(MaskKind::strict_causal, other.context)};
    CHECK(lostOf(other) == LostLoss{.step = 0, .fault = LossFault::empty_row, .row = 0});
    other.twins.front().mask = {{MaskRule{}}, {{2, 0}, {2, 1}, {2, 2}}};
    CHECK(lostOf(other) == LostLoss{.step = 0, .fault = LossFault::empty_row, .row = 2});
    other.twins.front().masking.method = MaskingMethod::zero_rows;
    CHECK(lostOf(other) == std::nullopt);
    other.twins.front().masking = {MaskingMethod::fill, -5, MaskingOrder::after_scale};
    CHECK(lostOf(other) == std::nullopt);

    other = experiment;
    other.optimizer = {.kind = OptimizerKind::sgd, .learning_rate = 1e20};
    auto lost = lostOf(other);
    REQUIRE(lost.has_value());
    CHECK(lost->fault == LossFault::learning_rate);
    CHECK(lost->step > 0);

    other = experiment;
    other.batch = 1;  // most words have no gradient in the first step
    other.optimizer.epsilon = 0;
    lost = lostOf(other);
    REQUIRE(lost.has_value());
    CHECK(lost->fault == LossFault::epsilon);
    CHECK(lost->step > 0);

    other = experiment;
    other.model.scale = {Scale::Kind::number, 1e-40};
    CHECK(lostOf(other) == LostLoss{.step = 0, .fault = LossFault::first_numbers});
}

}  // namespace
}  // namespace lookback

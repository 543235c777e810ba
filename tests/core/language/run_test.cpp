#include "core/language/floor.h"
#include "core/language/mean_loss.h"
#include "core/language/training.h"
#include "core/language/training_run.h"
#include "tests/combinations.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

/// The reference's experiments, a few steps of each; with sanitizers three of them.
std::vector<std::shared_ptr<const Experiment>> experiments(Index steps) {
    std::vector<std::shared_ptr<const Experiment>> all;
    for (const Json& run : test::trainingRuns()) {
        Experiment experiment = test::experimentOf(run);
        experiment.steps = steps;
        all.push_back(std::make_shared<const Experiment>(std::move(experiment)));
        if (test::kIsSanitized && all.size() == 3) break;
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
           areSame(a.optimizer.means(), b.optimizer.means()) &&
           areSame(a.optimizer.squares(), b.optimizer.squares()) &&
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
        if (step % 20 == 7) {
            is_same = is_same && history.trainLossAfter(step) ==
                                     meanLoss(run.experiment(), history.twin(), run.text(),
                                              run.text().train_starts, training.parameters());
        }
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

TEST_CASE("the first steps of a run are the run that took only these, and it can go on from them") {
    for (const auto& experiment : experiments(60)) {
        TrainingRun run(experiment, 300'000);
        run.advance(60);
        for (const Index steps : {0, 1, 37, 50, 60}) {
            CAPTURE(steps);
            TrainingRun first = run.upTo(steps);
            CHECK(first.steps() == steps);
            for (const Index more : {Index{0}, 60 - steps}) {
                first.advance(more);
                for (std::size_t place = 0; place < run.twins(); ++place) {
                    first.twin(place, [&](const auto& history) {
                        CHECK(differences(first, history) == std::vector<Index>{});
                    });
                }
            }
        }
        CHECK(run.steps() == 60);
    }
}

TEST_CASE("a run that has gone on for long enough ends after a piece, with what is due measured") {
    for (const auto& experiment : experiments(120)) {
        TrainingRun run(experiment);
        TrainingRun whole(experiment);
        whole.advance(120);
        while (!run.isFinished()) {
            const Index before = run.steps();
            run.advance(120, {}, [] { return true; });
            REQUIRE(run.steps() > before);
            const Index due = run.heldOut(0).empty() ? 0 : run.steps() / kHeldOutEvery + 1;
            CHECK(std::ssize(run.heldOut(0)) == due);
        }
        CHECK(run.losses(0) == whole.losses(0));
        CHECK(run.heldOut(0) == whole.heldOut(0));
    }
}

TEST_CASE("the floors of a long text are given up when they are asked to be") {
    auto experiment =
        std::make_shared<Experiment>(test::experimentOf(test::trainingRuns().front()));
    experiment->text.clear();
    for (int word = 0; word < 400'000; ++word) {
        experiment->text += "w" + std::to_string(word * 7 % 1000) + ' ';
    }
    experiment->starts = WindowStarts::anywhere;
    int asked = 0;
    const TrainingRun run(experiment, kMostKeptBytes, [&] { return ++asked > 0; });
    CHECK(asked > 0);
    CHECK(asked < 10);
    CHECK(run.steps() == 0);
}

TEST_CASE("all windows are measured, or as many as the bound allows, evenly spaced") {
    const Experiment small = test::experimentOf(test::trainingRuns().front());
    const std::vector<Index> starts{3, 5, 8, 13};
    CHECK(measuredWindows(small, 10, starts) == starts);
    CHECK(measuredWindows(small, 10, {}).empty());
    Experiment large = small;
    large.context = 1000;
    std::vector<Index> all(100'000);
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = 2 * static_cast<Index>(k);
    const std::vector<Index> measured = measuredWindows(large, 500, all);
    const double of_window = 1000 * placeWork(large, 500, 1000);
    const auto count = static_cast<double>(measured.size());
    CHECK(count * of_window <= kMostMeasuring);
    CHECK((count + 1) * of_window > kMostMeasuring);
    CHECK(measured.front() == 0);
    const Index between = measured[1] - measured[0];
    for (std::size_t k = 1; k < measured.size(); ++k) {
        const Index distance = measured[k] - measured[k - 1];
        CHECK(std::abs(distance - between) <= 2);
    }
    CHECK(all.back() - measured.back() <= between + 2);
    large.model.d_model = 4000;
    CHECK(measuredWindows(large, 50'000, all) == std::vector<Index>{0});  // at least one
}

TEST_CASE("a mean loss over a sample is that of these windows, and so is its floor") {
    Experiment experiment = test::experimentOf(test::trainingRuns().front());
    experiment.starts = WindowStarts::anywhere;
    experiment.held_out = 0;
    experiment.context = 16;
    experiment.steps = 1;
    const std::string text = experiment.text;
    while (experiment.text.size() < 3'000'000) experiment.text += '\n' + text;
    TrainingRun run(std::make_shared<const Experiment>(experiment));
    REQUIRE_FALSE(run.areAllMeasured());
    run.advance(1);
    CHECK(run.measuredFloor() == lossFloor(run.text(), experiment.context, run.measured()));
    CHECK(run.measuredFloor() <= run.floor());
    run.twin(0, [&](const auto& history) {
        CHECK(history.trainLossAfter(1) == meanLoss(run.experiment(), history.twin(), run.text(),
                                                    run.measured(),
                                                    history.stateAfter(1)->parameters));
        CHECK(history.stepsAgain(1) == 0);
    });
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

}  // namespace
}  // namespace lookback

// What a step of training does to one number: its terms add up to what was done.
#include "core/language/number_step.h"

#include <fmt/format.h>

#include "core/io/experiment_library.h"
#include "core/language/training_run.h"
#include "core/words/say.h"
#include "tests/core/reference.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::shared_ptr<const Experiment> shortened(OptimizerKind kind, DType dtype) {
    Experiment experiment = *openShippedExperiment("greetings");
    experiment.steps = 12;
    experiment.dtype = dtype;
    experiment.optimizer.kind = kind;
    experiment.optimizer.momentum = 0.8;
    experiment.optimizer.weight_decay = 0.1;
    return std::make_shared<const Experiment>(std::move(experiment));
}

}  // namespace

TEST_CASE("a number after a step is what its gradient, its moments and its rate make of it") {
    for (const OptimizerInfo& optimizer : kOptimizers) {
        for (const DType dtype : {DType::float32, DType::float64}) {
            CAPTURE(optimizer.name);
            TrainingRun run(shortened(optimizer.kind, dtype));
            run.advance(12);
            const double tolerance = dtype == DType::float32 ? 1e-6 : 1e-14;
            int moved = 0;
            for (std::size_t matrix = 0; matrix < kParameters<double>.size(); ++matrix) {
                for (const Index step : {0, 1, 7, 11}) {
                    const NumberPlace place =
                        nearestPlace({matrix, 2, 3}, run.experiment(), run.text().vocabularySize());
                    CHECK(place.matrix == matrix);
                    const NumberStep s = run.twin(
                        1, [&](const auto& twin) { return numberStep(twin, step, place); });
                    CHECK(isClose(s.after, s.decayed() + s.taken(), tolerance));
                    CHECK(s.steps == step + 1);
                    if (s.after != s.before) ++moved;
                    const Optimizer& o = s.optimizer;
                    if (!info(o.kind).has_moments) {
                        CHECK(isClose(s.mean, o.momentum * s.mean_before + s.gradient, tolerance));
                        continue;
                    }
                    CHECK(isClose(s.mean, o.beta1 * s.mean_before + (1 - o.beta1) * s.gradient,
                                  tolerance));
                    CHECK(
                        isClose(s.square,
                                o.beta2 * s.square_before + (1 - o.beta2) * s.gradient * s.gradient,
                                tolerance));
                    if (step == 0) CHECK(s.mean_before == 0);
                }
            }
            CHECK(moved > 20);
        }
    }
}

TEST_CASE("the first step of Adam is the learning rate, whatever the gradient") {
    TrainingRun run(shortened(OptimizerKind::adam, DType::float64));
    run.advance(1);
    const NumberStep s = run.twin(0, [](const auto& twin) {
        return numberStep(twin, 0, NumberPlace{2, 0, 0});
    });
    REQUIRE(std::abs(s.gradient) > 1e-4);
    CHECK(std::abs(s.taken()) == doctest::Approx(s.optimizer.learning_rate).epsilon(1e-3));
    const std::vector<TextLine> lines = tell(s);
    REQUIRE(lines.size() == 5);
    CHECK(plainText(english().line(lines[0])).rfind("gradient g = ", 0) == 0);
    CHECK(plainText(english().line(lines[1])).rfind("m = 0.9 \u00b7 0 + 0.1 \u00b7 ", 0) == 0);
    CHECK(plainText(english().line(lines[3])).find("(1 \u2212 0.91)") !=
          std::string::npos);  // the power is raised
    CHECK(plainText(english().line(lines[4])).find(fmt::format("{:.4g}", std::abs(s.after))) !=
          std::string::npos);
}

TEST_CASE("the exponents of moments have a minus sign and no leading zeros") {
    NumberStep s;
    s.optimizer.kind = OptimizerKind::adam;
    s.gradient = -3.5e-8;
    CHECK(plainText(english().line(tell(s)[0])) == "gradient g = \u22123.5e\u22128");
}

TEST_CASE("a place that a model lacks becomes the nearest that it has") {
    const Experiment experiment = *openShippedExperiment("without-positions");
    const NumberPlace learned = nearestPlace({1, 3, 3}, experiment, 15);
    CHECK(learned.matrix == 0);
    CHECK(nearestPlace({2, 900, 900}, experiment, 15) ==
          NumberPlace{2, experiment.model.d_model - 1,
                      experiment.model.heads * experiment.model.d_k - 1});
    CHECK(nearestPlace({99, -1, -1}, experiment, 15) == NumberPlace{0, 0, 0});
}

#include "core/language/training.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

/// The greatest distance of any parameter from the reference's.
template <class Scalar>
double distanceOf(const Parameters<Scalar>& parameters, const Json& expected) {
    double most = 0;
    std::size_t matrices = 0;
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        const Matrix<double> ours = (parameters.*row.matrix).template cast<double>();
        if (ours.rows() == 0) continue;
        ++matrices;
        const Json& theirs = expected.at(std::string(row.name));
        most = std::max(most, test::distance(ours, test::tensor(theirs)));
    }
    CHECK(matrices == expected.size());
    return most;
}

struct Tolerances {
    double loss;
    std::size_t steps;  ///< of which the losses are compared
    double gradient;
    double last;  ///< of the parameters after all steps; of no meaning where not all are compared
};

template <class Scalar>
void compare(const Experiment& experiment, const UnitText& text, std::size_t place,
             const Json& expected, const Tolerances& tolerances) {
    const Twin& twin = experiment.twins[place];
    CAPTURE(experiment.title);
    CAPTURE(twin.name);
    Training<Scalar> training(experiment, twin, text);
    CHECK(distanceOf(training.parameters(), expected.at("initial")) == 0);
    const auto all = static_cast<std::size_t>(experiment.steps);
    const std::size_t steps = std::min(tolerances.steps, all);
    std::size_t held_out = 0;
    double worst = 0;
    const auto compareHeldOut = [&](std::size_t step) {
        const Json& list = expected.at("held_out_loss");
        if (held_out == list.size() || list[held_out][0] != step) return;
        const double loss = list[held_out++][1];
        worst = std::max(worst, std::abs(training.heldOutLoss() - loss) / std::max(1.0, loss));
    };
    for (std::size_t step = 0; step < steps; ++step) {
        compareHeldOut(step);
        const double loss = training.step();
        const double theirs = expected.at("loss")[step];
        worst = std::max(worst, std::abs(loss - theirs) / std::max(1.0, theirs));
        if (step < 5) CHECK(Json(training.batch()) == expected.at("batches")[step]);
        if (step > 0) continue;
        CHECK(distanceOf(training.gradients(), expected.at("gradients_of_step_1")) <=
              tolerances.gradient);
        CHECK(distanceOf(training.parameters(), expected.at("parameters").at("1")) <=
              tolerances.last);
    }
    compareHeldOut(steps);
    CHECK(worst <= tolerances.loss);
    if (steps < all) return;
    CHECK(held_out == expected.at("held_out_loss").size());
    CHECK(distanceOf(training.parameters(), expected.at("parameters").at(std::to_string(steps))) <=
          tolerances.last);
}

TEST_CASE("every twin of the reference is drawn and trained as PyTorch did") {
    for (const Json& run : test::trainingRuns()) {
        const Experiment experiment = test::experimentOf(run);
        const UnitText text = cutText(experiment);
        for (std::size_t twin = 0; twin < experiment.twins.size(); ++twin) {
            const Json& expected = run.at("twins")[twin];
            if (experiment.dtype == DType::float64) {
                compare<double>(experiment, text, twin, expected, {1e-9, 100'000, 1e-10, 1e-7});
            } else {
                // Later on the last digits have grown to other numbers.
                compare<float>(experiment, text, twin, expected, {2e-4, 40, 1e-5, 1e-5});
            }
        }
    }
}

TEST_CASE("Adam's second moment of a large gradient is finite in float32, as PyTorch computes it") {
    OptimizerState<float> state(Optimizer{.kind = OptimizerKind::adam, .learning_rate = 0.5});
    Parameters<float> parameters;
    Parameters<float> gradients;
    const auto matrix = kParameters<float>.front().matrix;
    parameters.*matrix = Matrix<float>::Constant(1, 3, 1.0f);
    gradients.*matrix = Matrix<float>{{2e19f, -1e20f, 1e21f}};
    state.step(parameters, gradients);
    // float32(1 - 0.999) * g * g from left to right; the third exceeds 3.4e38 by any order.
    const Matrix<float>& squares = state.squares().*matrix;
    CHECK(squares(0, 0) == 0.001f * 2e19f * 2e19f);
    CHECK(squares(0, 1) == 0.001f * -1e20f * -1e20f);
    CHECK(std::isinf(squares(0, 2)));
    // The first step is the learning rate, against the gradient's sign; 0 where v is infinite.
    const Matrix<float>& after = parameters.*matrix;
    CHECK(after(0, 0) == doctest::Approx(0.5));
    CHECK(after(0, 1) == doctest::Approx(1.5));
    CHECK(after(0, 2) == 1.0f);
}

}  // namespace
}  // namespace lookback

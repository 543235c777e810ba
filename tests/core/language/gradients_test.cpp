#include <random>

#include "core/language/language_model.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

namespace lookback {
namespace {

/// A model small enough to be looked at from all sides.
Experiment tinyExperiment(PositionKind positions) {
    return {.context = 4,
            .model = {.d_model = 3, .heads = 2, .d_k = 2, .d_v = 1, .positions = positions},
            .dtype = DType::float64,
            .seed = 7};
}

/// Compares the gradient of the loss along one parameter after the other with differences of it.
/// @return false where the loss is NaN
bool agrees(const Experiment& experiment, const Twin& twin) {
    constexpr Index kLanguageGradientsVocabulary = 5;
    constexpr Index kWindows = 2;
    const std::vector<Unit> inputs{0, 1, 2, 3, 4, 4, 0, 2};
    const std::vector<Unit> next{1, 2, 3, 0, 4, 0, 2, 1};
    TorchGenerator generator(experiment.seed);
    auto parameters = drawParameters<double>(experiment, kLanguageGradientsVocabulary, generator);
    LanguageModel<double> model(experiment, twin, kWindows, experiment.context);
    const double loss = model.loss(parameters, inputs, next);
    if (std::isnan(loss)) return false;
    model.goBack(parameters, inputs, next);
    std::mt19937 random(1);
    for (const ParameterInfo<double>& row : kParameters<double>) {
        CAPTURE(row.name);
        Matrix<double>& matrix = parameters.*row.matrix;
        const Matrix<double> there = matrix;
        if (there.size() == 0) continue;
        // A direction of its own for every matrix: it leaves out no number of it.
        Matrix<double> way(there.rows(), there.cols());
        for (double& number : way.reshaped()) {
            number = 0.5 + static_cast<double>(random() % 1000) / 1000;
        }
        constexpr double kLanguageGradientsStep = 1e-5;
        matrix = there + kLanguageGradientsStep * way;
        const double above = model.loss(parameters, inputs, next);
        matrix = there - kLanguageGradientsStep * way;
        const double below = model.loss(parameters, inputs, next);
        matrix = there;
        const double slope = (model.gradients().*row.matrix).cwiseProduct(way).sum();
        CHECK(test::isClose(slope, (above - below) / (2 * kLanguageGradientsStep), 1e-8));
    }
    return true;
}

TEST_CASE("gradients of the loss are its slopes: every method, mask and encoding of places") {
    int compared = 0;
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const MaskInfo& mask : maskKinds()) {
            for (const PositionKind positions :
                 {PositionKind::none, PositionKind::learned, PositionKind::sinusoidal}) {
                for (const MaskingOrder order :
                     {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
                    for (const double value : {-test::kInfinity, -2.0}) {
                        if (!method.uses_value && value < -2) continue;
                        CAPTURE(method.name);
                        CAPTURE(mask.name);
                        Experiment experiment = tinyExperiment(positions);
                        if (order == MaskingOrder::after_scale) experiment.model.softcap = 1.5;
                        experiment.model.residual =
                            value == -2 || method.place == MaskingPlace::weights;
                        const Mask rule{{newRule(mask.kind, experiment.context)}, {{3, 0}}};
                        if (agrees(experiment, {"", rule, {method.method, value, order}})) {
                            ++compared;
                        }
                    }
                }
            }
        }
    }
    CHECK(compared > 600);
}

TEST_CASE("gradients of the loss are its slopes: every scale, with and without what went round") {
    for (const Scale scale : {Scale{}, Scale{Scale::Kind::dk}, Scale{Scale::Kind::none},
                              Scale{Scale::Kind::number, 3}}) {
        for (const bool residual : {false, true}) {
            Experiment experiment = tinyExperiment(PositionKind::learned);
            experiment.model.scale = scale;
            experiment.model.residual = residual;
            CHECK(agrees(experiment, {"", {{MaskRule{}}, {}}, {}}));
        }
    }
}

}  // namespace
}  // namespace lookback

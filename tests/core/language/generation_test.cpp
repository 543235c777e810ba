#include <algorithm>

#include "core/language/language_model.h"
#include "core/language/writing.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

template <class Scalar>
Parameters<Scalar> parametersOf(const Json& json) {
    Parameters<Scalar> parameters;
    for (const ParameterInfo<Scalar>& row : kParameters<Scalar>) {
        const auto matrix = json.find(std::string(row.name));
        if (matrix == json.end()) continue;
        parameters.*row.matrix = test::tensor(*matrix).template cast<Scalar>();
    }
    return parameters;
}

std::vector<Unit> numbersOf(const Json& units, const UnitText& text) {
    std::vector<Unit> numbers;
    for (const Json& unit : units) {
        const auto place =
            std::find(text.vocabulary.begin(), text.vocabulary.end(), unit.get<std::string>());
        REQUIRE(place != text.vocabulary.end());
        numbers.push_back(static_cast<Unit>(place - text.vocabulary.begin()));
    }
    return numbers;
}

/// What the reference's own last parameters see and write. @return units that were written
template <class Scalar>
std::size_t compare(const Experiment& experiment, const Twin& twin, const UnitText& text,
                    const Json& expected, double tolerance) {
    CAPTURE(experiment.title);
    CAPTURE(twin.name);
    const auto parameters =
        parametersOf<Scalar>(expected.at("parameters").at(std::to_string(experiment.steps)));
    const Json& probe = expected.at("probe");
    const std::vector<Unit> units = numbersOf(probe.at("units"), text);
    LanguageModel<Scalar> model(experiment, twin, 1, std::ssize(units));
    const Matrix<double> logits = model.logits(parameters, units).template cast<double>();
    CHECK(test::distance(logits, test::tensor(probe.at("logits"))) <= tolerance);
    const Json& heads = probe.at("attention_weights").at("data");
    REQUIRE(static_cast<Index>(heads.size()) == experiment.model.heads);
    for (std::size_t head = 0; head < heads.size(); ++head) {
        const MatrixView weights =
            model.trace().view(MatrixId::attention_weights, static_cast<Index>(head));
        CHECK(test::distance(weights, test::matrix(heads[head])) <= tolerance);
    }

    std::size_t count = 0;
    for (const Json& sample : expected.at("generated")) {
        Sampling sampling{.temperature = sample.at("temperature"), .top_k = sample.at("top_k")};
        if (!sample.at("seed").is_null()) sampling.seed = sample.at("seed").get<std::uint64_t>();
        const Written written =
            generate(experiment, twin, parameters, numbersOf(sample.at("prompt"), text),
                     sample.at("count"), sampling);
        CHECK(written.units == numbersOf(sample.at("units"), text));
        CHECK(written.uniforms == sample.at("uniforms").get<std::vector<double>>());
        CHECK(written.chances.size() == sample.at("count").get<std::size_t>());
        count += written.chances.size();
    }
    return count;
}

TEST_CASE("every twin of the reference sees and writes what it does in PyTorch") {
    std::size_t written = 0;
    for (const Json& run : test::trainingRuns()) {
        const Experiment experiment = test::experimentOf(run);
        const UnitText text = cutText(experiment);
        for (std::size_t k = 0; k < experiment.twins.size(); ++k) {
            const Twin& twin = experiment.twins[k];
            const Json& expected = run.at("twins")[k];
            written += experiment.dtype == DType::float64
                           ? compare<double>(experiment, twin, text, expected, 1e-10)
                           : compare<float>(experiment, twin, text, expected, 1e-5);
        }
    }
    CHECK(written > 500);
}

TEST_CASE("chances follow temperature and the number of those that count") {
    const std::vector<double> logits{1, 2, 2, 0};
    const auto near = [](const std::vector<double>& chances, std::vector<double> expected) {
        return std::equal(chances.begin(), chances.end(), expected.begin(), expected.end(),
                          [](double a, double b) { return test::isClose(a, b, 1e-12); });
    };
    const double e = std::exp(1.0);
    const double all = 1 + e + 2 * e * e;
    CHECK(near(chancesOf(logits, {}), {e / all, e * e / all, e * e / all, 1 / all}));
    CHECK(near(chancesOf(logits, {.temperature = 1e-3, .seed = 1}), {0, 0.5, 0.5, 0}));
    CHECK(near(chancesOf(logits, {.top_k = 1, .seed = 1}), {0, 1, 0, 0}));
    CHECK(near(chancesOf(logits, {.top_k = 3, .seed = 1}),
               {1 / (1 + 2 * e), e / (1 + 2 * e), e / (1 + 2 * e), 0}));
}

}  // namespace
}  // namespace lookback

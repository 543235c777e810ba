#include "tests/core/pitfalls.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("masking methods give the measured weights and are equal where measured so") {
    const auto all = pitfalls();
    for (const std::string id :
         {"mask_methods_nb003_f32", "mask_methods_nb004_f32", "mask_methods_nb004_f64",
          "mask_methods_large_scores_f32", "multiply_renormalise_underflow_nan_f32",
          "multiply_renormalise_precision_loss_f32"}) {
        CAPTURE(id);
        const Json& one = all.at(id);
        const Document document = withScores(one["inputs"], "scaled_scores");
        const Matrix<double> blocked = tensor(one["inputs"]["mask"]);
        const Matrix<double> truth = weights(document, kMethods.at("fill_-inf"));
        for (const auto& item : one["results"].items()) {
            const std::string& name = item.key();
            const Json& expected = item.value();
            CAPTURE(name);
            const Matrix<double> actual = weights(document, kMethods.at(name));
            // Weights from subnormal exponentials hold few digits, in every library its own.
            const bool few_digits =
                id.find("precision_loss") != std::string::npos && name == "multiply_renormalise";
            CHECK(distance(actual, tensor(expected)) <=
                  (few_digits ? 1.1e-5 : tolerance(document.dtype)));
            const Json equal = one["facts"].value(name + "_bitwise_equals_fill_-inf", Json());
            if (equal.is_boolean() && equal.get<bool>()) CHECK(same(actual, truth));
            if (one["facts"]["blocked_weights_exactly_zero"].value(name, false)) {
                CHECK((actual.array() * blocked.array() == 0).all());
            }
        }
    }
}

TEST_CASE("weights that underflow cannot be renormalised") {
    const Json one = pitfalls().at("multiply_renormalise_underflow_nan_f32");
    const Document document = withScores(one["inputs"], "scaled_scores");
    const Matrix<double> actual = weights(document, kMethods.at("multiply_renormalise"));
    for (Index row = 0; row < actual.rows(); ++row) {
        const Json& nan_rows = one["facts"]["rows_nan_with_multiply_renormalise"];
        const bool expected = std::find(nan_rows.begin(), nan_rows.end(), row) != nan_rows.end();
        CHECK(isNan(actual.row(row)) == expected);
    }
    CHECK(weights(document, kMethods.at("fill_-1e9")).allFinite());
}

TEST_CASE("a row without any allowed key is NaN, uniform, unmasked or zero, as the method has it") {
    for (const std::string id : {"fully_masked_row_f32", "fully_masked_row_f64"}) {
        CAPTURE(id);
        const Json one = pitfalls().at(id);
        Document document = withScores(one["inputs"], "scaled_scores");
        for (const auto& item : one["results"].items()) {
            const std::string& name = item.key();
            const Json& expected = item.value();
            if (name == "softmax_unmasked") continue;
            CAPTURE(name);
            CHECK(distance(weights(document, kMethods.at(name)), tensor(expected)) <=
                  tolerance(document.dtype));
        }
        CHECK(isNan(weights(document, kMethods.at("fill_-inf")).row(0)));
        CHECK(isNan(weights(document, kMethods.at("multiply_renormalise")).row(0)));
        const auto uniform = weights(document, kMethods.at("fill_-1e9"));
        CHECK((uniform.row(0).array() == uniform(0, 0)).all());
        CHECK((weights(document, kMethods.at("zero_convention")).row(0).array() == 0).all());

        const Json& facts = one["facts"];
        const auto added = weights(document, kMethods.at("additive_minus_mask_times_1e9"));
        document.mask = {};
        const auto unmasked = weights(document, {});
        CHECK(distance(unmasked, tensor(one["results"]["softmax_unmasked"])) <=
              tolerance(document.dtype));
        const double to_unmasked = (added.row(0) - unmasked.row(0)).cwiseAbs().maxCoeff();
        const double to_uniform = (added.row(0) - uniform.row(0)).cwiseAbs().maxCoeff();
        CHECK(isClose(to_unmasked,
                      number(facts["additive_row0_equals_unmasked_softmax_max_abs_diff"]), 1e-6));
        CHECK(
            isClose(to_uniform, number(facts["additive_row0_equals_uniform_max_abs_diff"]), 1e-6));
    }
}

TEST_CASE("masking before or after scaling is the same for values low enough, and only for those") {
    const auto all = pitfalls();
    for (const std::string value : {"-1e9", "-inf", "-10", "-100"}) {
        CAPTURE(value);
        const Json& one = all.at("mask_before_vs_after_scale_" + value);
        Document document = withScores(one["inputs"], "raw_scores");
        document.scale = {Scale::Kind::number, std::sqrt(2.0)};
        const Matrix<double> blocked = tensor(one["inputs"]["mask"]);
        const auto run = [&](MaskingOrder order) {
            return weights(document, {MaskingMethod::fill, std::stod(value), order});
        };
        const auto before = run(MaskingOrder::before_scale);
        const auto after = run(MaskingOrder::after_scale);
        CHECK(distance(before, tensor(one["results"]["before_scale"])) <= 1e-6);
        CHECK(distance(after, tensor(one["results"]["after_scale"])) <= 1e-6);
        const Json& facts = one["facts"];
        CHECK(same(before, after) == facts["bitwise_equal"].get<bool>());
        const auto leak = [&](const Matrix<double>& w) {
            return (w.array() * blocked.array()).maxCoeff();
        };
        CHECK(isClose(leak(before), number(facts["max_blocked_weight_before"]), 1e-7));
        CHECK(isClose(leak(after), number(facts["max_blocked_weight_after"]), 1e-7));
        // A leak is never rounded to nothing by this engine where torch shows one.
        CHECK((leak(before) > 0) == (number(facts["max_blocked_weight_before"]) > 0));
    }
}

TEST_CASE("scores as low as the mask value let the blocked keys win") {
    const Json one = pitfalls().at("scores_as_large_as_mask_value");
    Document document = withScores(one["inputs"], "raw_scores");
    document.scale = {Scale::Kind::number, std::sqrt(2.0)};
    const Json& results = one["results"];
    const auto run = [&](double value, MaskingOrder order) {
        return weights(document, {MaskingMethod::fill, value, order});
    };
    const auto before = run(-1e9, MaskingOrder::before_scale);
    const auto after = run(-1e9, MaskingOrder::after_scale);
    const auto truth = run(-kInfinity, MaskingOrder::after_scale);
    CHECK(distance(before, tensor(results["before_scale_-1e9"])) <= 1e-6);
    CHECK(distance(after, tensor(results["after_scale_-1e9"])) <= 1e-6);
    CHECK(distance(truth, tensor(results["reference_-inf"])) <= 1e-6);
    CHECK(!same(before, truth));
    CHECK(!same(after, truth));
}

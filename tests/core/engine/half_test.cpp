#include <cmath>

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/gradients/backward.h"
#include "core/print/print_tensor.h"
#include "tests/core/documents.h"
#include "tests/core/pitfalls.h"
#include "tests/core/said.h"
#include "tests/strange_numbers.h"

// 16-bit dtypes against PyTorch and NumPy: every bit agrees. Only sums of products may be a unit in
// the last place apart, where float adds up in another order or with fused operations and the sum
// lies at a tie: then few entries differ. On x86-64 none does.

using namespace lookback;
using namespace lookback::test;

namespace {

Json half() { return reference("half.json"); }

/// What part of the entries differs.
double differing(const MatrixView& actual, const Matrix<double>& expected) {
    REQUIRE(actual.rows() == expected.rows());
    REQUIRE(actual.cols() == expected.cols());
    double differ = 0;
    for (Index row = 0; row < actual.rows(); ++row) {
        for (Index col = 0; col < actual.cols(); ++col) {
            if (!isClose(actual(row, col), expected(row, col), 0)) ++differ;
        }
    }
    return differ / static_cast<double>(expected.size());
}

/// The document whose pass and way back were measured.
Document measuredDocument(const Json& attention) {
    const Json& inputs = attention["inputs"];
    Document document;
    document.dtype = DType::bfloat16;
    document.embeddings = tensor(inputs["X"]);
    document.tokens.assign(static_cast<std::size_t>(document.embeddings.rows()), "t");
    document.weights = {tensor(inputs["W_q"]), tensor(inputs["W_k"]), tensor(inputs["W_v"]),
                        SharedMatrix(tensor(inputs["W_o"]))};
    document.mask.rules = {MaskRule{}};
    return document;
}

/// A stage or weight by its name in half.json.
MatrixId idOf(const std::string& name) {
    if (name == "X") return MatrixId::embeddings;
    if (name == "W_q") return MatrixId::w_query;
    if (name == "W_k") return MatrixId::w_key;
    if (name == "W_v") return MatrixId::w_value;
    if (name == "W_o") return MatrixId::w_output;
    return findMatrix(name)->id;
}

/// What a stage makes of the measured scores.
Matrix<double> stepOf(const Json& steps, DType dtype, MatrixId stage, const Masking& masking,
                      double divisor = 1) {
    Document document = documentWithScores(tensor(steps["scores"]), dtype);
    if (divisor != 1) document.scale = {Scale::Kind::number, divisor};
    if (steps.contains("blocked")) document.mask = customMask(matrix(steps["blocked"]));
    document.masking = masking;
    return copied(attend(document).view(stage));
}

}  // namespace

TEST_CASE("a whole pass in bfloat16 is PyTorch's") {
    const Json attention = half()["bfloat16"]["attention"];
    const Trace trace = attend(measuredDocument(attention));
    for (const auto& stage : attention["stages"].items()) {
        CAPTURE(stage.key());
        const MatrixView actual = trace.view(idOf(stage.key()));
        const Matrix<double> expected = tensor(stage.value());
        CHECK(differing(actual, expected) <= 0.02);
        CHECK(distance(actual, expected) <= info(DType::bfloat16).epsilon);
    }
}

TEST_CASE("gradients in bfloat16 are PyTorch's") {
    const Json attention = half()["bfloat16"]["attention"];
    const Document document = measuredDocument(attention);
    const Gradients gradients = backward(document, attend(document), tensor(attention["upstream"]));
    for (const auto& gradient : attention["gradients"].items()) {
        const MatrixId id = idOf(gradient.key());
        CAPTURE(gradient.key());
        CHECK(differing(gradients.view(id), tensor(gradient.value())) <= 0.02);
    }
}

TEST_CASE("scores are divided, masked and weighed in bfloat16 as PyTorch does it") {
    const Json steps = half()["bfloat16"]["score_steps"];
    const Json& results = steps["results"];
    struct Row {
        std::string name;
        MatrixId stage;
        Masking masking;
        double divisor = 1;
    };
    for (const Row& row : {
             Row{"divided_by_sqrt_3", MatrixId::scaled_scores, {}, std::sqrt(3.0)},
             Row{"divided_by_0.7", MatrixId::scaled_scores, {}, 0.7},
             Row{"fill_-1e9", MatrixId::masked_scores, {}},
             Row{"add_-2.3", MatrixId::masked_scores, {MaskingMethod::add, -2.3}},
             Row{"multiply", MatrixId::masked_scores, {MaskingMethod::multiply}},
             Row{"add_allowed", MatrixId::masked_scores, {MaskingMethod::add_allowed}},
             Row{"softmax", MatrixId::unmasked_weights, {MaskingMethod::zero}},
             Row{"zero", MatrixId::attention_weights, {MaskingMethod::zero}},
             Row{"renormalize", MatrixId::attention_weights, {MaskingMethod::renormalize}},
             Row{"fill_-inf_softmax",
                 MatrixId::attention_weights,
                 {MaskingMethod::fill, -kInfinity}},
         }) {
        CAPTURE(row.name);
        const Matrix<double> actual =
            stepOf(steps, DType::bfloat16, row.stage, row.masking, row.divisor);
        CHECK(same(actual, tensor(results.at(row.name))));
    }
}

TEST_CASE("scores are divided and added to in float16 as NumPy does it") {
    const Json steps = half()["float16"]["score_steps"];
    const Json& results = steps["results"];
    const Masking none{MaskingMethod::zero};
    CHECK(same(stepOf(steps, DType::float16, MatrixId::scaled_scores, none, std::sqrt(3.0)),
               tensor(results["divided_by_sqrt_3"])));
    Document document = documentWithScores(tensor(steps["scores"]), DType::float16);
    document.mask = customMask(Matrix<double>::Ones(6, 6));
    document.masking = {MaskingMethod::add, -2.3};
    CHECK(
        same(copied(attend(document).view(MatrixId::masked_scores)), tensor(results["add_-2.3"])));
}

TEST_CASE("numbers of a file become 16 bits as numbers of Python become tensors") {
    const Json conversions = half()["conversions"];
    for (const DType dtype : {DType::float16, DType::bfloat16}) {
        const Json& expected = conversions[std::string(info(dtype).name)];
        for (std::size_t k = 0; k < expected.size(); ++k) {
            const double given = conversions["numbers"][k].get<double>();
            CAPTURE(given);
            const double there = number(expected[k]);
            CHECK(roundedTo(given, info(dtype).kind) == there);
            CHECK(fits(dtype, given) == std::isfinite(there));
            Document document = documentWithScores(Matrix<double>{{1}}, dtype);
            if (!fits(dtype, given)) continue;
            document.embeddings.set({0, 0}, given);
            CHECK(attend(document).view(MatrixId::embeddings)(0, 0) == there);
        }
    }
}

TEST_CASE("16-bit tensors print as in PyTorch and NumPy") {
    const Json prints = half()["prints"];
    const auto printed = [](const Json& rows, ScalarKind kind) {
        const Matrix<double> values = matrix(rows);
        PrintTensor result{{values.rows(), values.cols()}, {}, kind};
        for (Index row = 0; row < values.rows(); ++row) {
            for (Index col = 0; col < values.cols(); ++col) {
                result.values.push_back(roundedTo(values(row, col), kind));
            }
        }
        return result;
    };
    std::size_t k = 0;
    for (const char* const name : {"rows", "wide"}) {
        const PrintTensor as_half = printed(prints[name], ScalarKind::float16);
        CHECK(printTorch(as_half) == prints["torch_float16"][k]);
        CHECK(printNumpy(as_half) == prints["numpy_float16"][k]);
        CHECK(printTorch(printed(prints[name], ScalarKind::bfloat16)) ==
              prints["torch_bfloat16"][k]);
        ++k;
    }
    for (const Json& pair : prints["shortest"]) {
        const double value = pair[0].get<double>();
        const std::string digits = shortestDigits(value, ScalarKind::float16);
        CAPTURE(digits);
        CHECK(std::stod(digits) == std::stod(pair[1].get<std::string>()));
    }
}

TEST_CASE("-1e9 and -1e4 in 16 bits, and what float16 cannot hold") {
    const Json one = pitfalls().at("float16_bfloat16_mask_values");
    const Json& results = one["results"];
    const auto run = [&](DType dtype, const Masking& masking, bool all_blocked = false) {
        Document document = withScores(one["inputs"], "scaled_scores");
        document.dtype = dtype;
        if (all_blocked) document.mask = customMask(Matrix<double>::Ones(3, 3));
        return weights(document, masking);
    };
    const Masking fill_1e4{MaskingMethod::fill, -1e4};
    CHECK(same(run(DType::float16, fill_1e4), tensor(results["half_-1e4_weights"])));
    CHECK(same(run(DType::float16, fill_1e4, true), tensor(results["half_fully_masked_-1e4"])));
    CHECK(same(run(DType::float16, {MaskingMethod::fill, -kInfinity}, true),
               tensor(results["half_fully_masked_-inf"])));
    CHECK(same(run(DType::bfloat16, {}), tensor(results["bfloat16_-1e9_weights"])));
    CHECK(same(run(DType::bfloat16, fill_1e4), tensor(results["bfloat16_-1e4_weights"])));
    const Json& facts = one["facts"];
    CHECK(roundedTo(-1e9, ScalarKind::bfloat16) == number(facts["bfloat16(-1e9)"]));
    CHECK(roundedTo(-1e4, ScalarKind::bfloat16) == number(facts["bfloat16(-1e4)"]));
    CHECK(roundedTo(-1e4, ScalarKind::float16) == number(facts["float16(-1e4)"]));
    CHECK(roundedTo(-1e9, ScalarKind::float16) == -kInfinity);
    CHECK(info(DType::float16).largest == number(facts["float16_max"]));
}

TEST_CASE("a masking value that overflows the dtype is refused where the method uses it") {
    Document document = randomDocument({});
    document.dtype = DType::float16;
    document.masking = {MaskingMethod::fill, -1e9};
    REQUIRE(faults(document).size() == 1);
    CHECK(test::placed(faults(document).front()) ==
          "masking.value: -1000000000 does not fit float16, so PyTorch’s masked_fill refuses it; "
          "expected a "
          "number from -65504 to 65504 or \"-inf\"");
    for (const double value : {-65504.0, -65519.0, -kInfinity}) {
        document.masking.value = value;
        CHECK(faults(document).empty());
    }
    document.masking.value = -65520;
    CHECK(faults(document).size() == 1);
    document.masking.method = MaskingMethod::zero_rows;
    CHECK(faults(document).empty());
    document.masking = {MaskingMethod::add, -1e39};
    CHECK(faults(document).size() == 1);
    document.dtype = DType::float64;
    CHECK(faults(document).empty());
}

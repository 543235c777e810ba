// Biases of queries, keys, values and the output, against PyTorch's nn.Linear.
#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/explain/explain.h"
#include "core/gradients/backward.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"
#include "tests/core/reference.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

Json biasesReference() { return reference("biases.json"); }

/// The matrices that the reference names, other than stages.
struct BiasesName {
    std::string name;
    MatrixId id;
};
const std::vector<BiasesName> kBiasesNames{
    {"X", MatrixId::embeddings}, {"W_q", MatrixId::w_query},  {"W_k", MatrixId::w_key},
    {"W_v", MatrixId::w_value},  {"W_o", MatrixId::w_output}, {"b_q", MatrixId::b_query},
    {"b_k", MatrixId::b_key},    {"b_v", MatrixId::b_value},  {"b_o", MatrixId::b_output}};

Document biasesDocument(const Json& of) {
    const Json& inputs = of["inputs"];
    const auto optional = [&](const std::string& name) {
        return inputs.contains(name) ? std::optional(SharedMatrix(tensor(inputs[name])))
                                     : std::nullopt;
    };
    Document document;
    document.embeddings = tensor(inputs["X"]);
    document.tokens.assign(static_cast<std::size_t>(document.embeddings.rows()), "t");
    document.heads = of["heads"].get<Index>();
    document.weights = {tensor(inputs["W_q"]), tensor(inputs["W_k"]), tensor(inputs["W_v"]),
                        optional("W_o")};
    document.biases = {optional("b_q"), optional("b_k"), optional("b_v"), optional("b_o")};
    document.mask.rules = {MaskRule{}};
    return document;
}

/// A stage with its heads side by side, as PyTorch keeps queries, keys and values.
Matrix<double> biasesStage(const Tensor& stage) {
    Matrix<double> all(stage.rows(), stage.heads() * stage.cols());
    for (Index head = 0; head < stage.heads(); ++head) {
        all.middleCols(head * stage.cols(), stage.cols()) = copied(stage.view(head));
    }
    return all;
}

/// The part of the entries that differ.
double differingBiases(const Matrix<double>& actual, const Matrix<double>& expected) {
    REQUIRE(actual.rows() == expected.rows());
    REQUIRE(actual.cols() == expected.cols());
    double differ = 0;
    for (Index row = 0; row < actual.rows(); ++row) {
        for (Index col = 0; col < actual.cols(); ++col) {
            if (actual(row, col) != expected(row, col)) ++differ;
        }
    }
    return differ / static_cast<double>(expected.size());
}

}  // namespace

TEST_CASE("biases: every stage and gradient is that of PyTorch's layers") {
    const Json reference_file = biasesReference();
    for (const Json& of : reference_file["cases"]) {
        Document document = biasesDocument(of);
        document.dtype = findByName(kDTypes, of["dtype"].get<std::string>())->dtype;
        CAPTURE(of["dtype"].get<std::string>());
        CAPTURE(document.heads);
        REQUIRE(faults(document).empty());
        const Trace trace = attend(document);
        const Gradients gradients = backward(document, trace, tensor(of["upstream"]));
        const bool is_short = info(document.dtype).epsilon > 1e-3;
        const double near = document.dtype == DType::float64 ? 1e-13 : 4e-6;
        const auto compare = [&](const Matrix<double>& actual, const Json& expected) {
            if (is_short) CHECK(differingBiases(actual, tensor(expected)) <= 0.02);
            if (!is_short) CHECK(distance(actual, tensor(expected)) <= near);
        };
        for (const auto& stage : of["stages"].items()) {
            CAPTURE(stage.key());
            compare(biasesStage(trace.tensor(findMatrix(stage.key())->id)), stage.value());
        }
        for (const BiasesName& row : kBiasesNames) {
            CAPTURE(row.name);
            CHECK(gradients.has(row.id) == of["inputs"].contains(row.name));
            if (!gradients.has(row.id)) continue;
            const Matrix<double> actual = copied(gradients.view(row.id));
            const Json& expected = of["gradients"][row.name];
            // X is read by all heads, thrice: where the sum of their products is rounded on its way
            // depends on the processor's instructions.
            const bool is_sum = is_short && row.id == MatrixId::embeddings;
            if (!is_sum) compare(actual, expected);
            if (is_sum)
                CHECK(distance(actual, tensor(expected)) <= 4 * info(document.dtype).epsilon);
        }
    }
}

TEST_CASE("biases: the output is that of PyTorch's whole module") {
    const Json module = biasesReference()["module"];
    Document document = biasesDocument(module);
    document.dtype = DType::float64;
    document.masking.value = -std::numeric_limits<double>::infinity();
    CHECK(distance(attend(document).view(MatrixId::output), tensor(module["output"])) <= 1e-13);
}

TEST_CASE("biases: the sum of a product and its bias is rounded once") {
    for (const DTypeInfo& dtype : kDTypes) {
        CAPTURE(dtype.name);
        Document document = randomDocument({.d_in = 1, .d_k = 1, .dtype = dtype.dtype});
        // Rounded first, the product 1 + epsilon/2 would lose the half that the bias makes whole.
        document.embeddings = Matrix<double>(Matrix<double>::Constant(4, 1, 1 + dtype.epsilon));
        document.weights.query = Matrix<double>{{1 - dtype.epsilon / 2}};
        document.biases.query = Matrix<double>{{dtype.epsilon / 2}};
        const bool is_short = dtype.epsilon > 1e-5;
        if (!is_short) continue;
        const double exact = (1 + dtype.epsilon) * (1 - dtype.epsilon / 2) + dtype.epsilon / 2;
        const Trace trace = attend(document);
        CHECK(trace.view(MatrixId::query)(0, 0) == roundedTo(exact, dtype.kind));
        const double rounded_first =
            roundedTo(roundedTo((1 + dtype.epsilon) * (1 - dtype.epsilon / 2), dtype.kind) +
                          dtype.epsilon / 2,
                      dtype.kind);
        CHECK(rounded_first != roundedTo(exact, dtype.kind));
    }
}

TEST_CASE("biases: formulas and the arithmetic of a cell have them") {
    Document document = randomDocument({.tokens = 2, .heads = 2, .output = true, .biases = true});
    const Trace trace = attend(document);
    CHECK(stage(MatrixId::query).formula(document) == "Q = X W_q + b_q");
    CHECK(stage(MatrixId::output).formula(document) == "Y = (A V) W_o + b_o");
    const Explanation of = explainCell(document, trace, MatrixId::key, 1, {0, 1}, {.decimals = 2});
    const double bias = (*document.biases.key)(0, 3);
    REQUIRE(of.operation.bias == bias);
    CHECK(plain(of.lines[0]) == "x(t1) \u00b7 column 4 of Wk + bk[4]");
    CHECK(redo(of.operation, document.masking) == doctest::Approx(of.operation.result));
    CHECK(plain(of.meaning).find("with one column of weights, plus a bias.") != std::string::npos);
    const Explanation of_bias = explainCell(document, trace, MatrixId::b_key, 0, {0, 3});
    CHECK(plain(of_bias.subject) == "bk[4]");
    CHECK(plain(of_bias.meaning) ==
          "This bias is added to dimension 2 of the key in head 2 of every token.");

    document.biases.key.reset();
    CHECK(stage(MatrixId::key).formula(document) == "K = X W_k");
    const Explanation without =
        explainCell(document, attend(document), MatrixId::key, 1, {0, 1}, {.decimals = 2});
    CHECK(!without.operation.bias);
    CHECK(plain(without.lines[0]) == "x(t1) \u00b7 column 4 of Wk");
    CHECK(plain(without.meaning).find("bias") == std::string::npos);
}

TEST_CASE("biases: what does not fit the weights is refused with its place") {
    Document document = randomDocument({.biases = true});
    document.biases.query = Matrix<double>{{1, 2, 3}};
    document.biases.value = Matrix<double>{{1, 1e300}};
    document.dtype = DType::float16;
    document.biases.output = Matrix<double>{{1}};
    CHECK(placed(faults(document)) ==
          "biases.query: has 3 numbers, expected 2, one for each column of W_q\n"
          "biases.value[1]: 1e+300 does not fit float16, expected a finite number\n"
          "biases.output: is given without weights.output, expected null\n"
          "masking.value: -1000000000 does not fit float16, so PyTorch\u2019s masked_fill refuses "
          "it; "
          "expected a number from -65504 to 65504 or \"-inf\"");
}

TEST_CASE("biases: an edit of one drops the recipe that drew it, and W_o takes its bias along") {
    Document document = randomDocument({.output = true, .biases = true});
    document.draw = Draw{"torch", "1", "rand32:2", {"biases.query"}};
    Document other = document;
    setNumber(other, MatrixId::b_key, {0, 0}, 3);
    CHECK(other.draw.has_value());
    CHECK((*other.biases.key)(0, 0) == 3);
    setNumber(other, MatrixId::b_query, {0, 1}, 3);
    CHECK(!other.draw.has_value());
    setOutput(document, false);
    CHECK(!document.biases.output.has_value());
    CHECK(faults(document).empty());
}

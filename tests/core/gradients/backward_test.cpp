#include "core/gradients/backward.h"

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "tests/core/case_document.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// What the reference calls our matrices.
MatrixId matrixNamed(const std::string& name) {
    if (name == "X") return MatrixId::embeddings;
    if (name == "P") return MatrixId::positions;
    if (name == "W_q") return MatrixId::w_query;
    if (name == "W_k") return MatrixId::w_key;
    if (name == "W_v") return MatrixId::w_value;
    if (name == "W_o") return MatrixId::w_output;
    if (name == "Q") return MatrixId::query;
    if (name == "K") return MatrixId::key;
    if (name == "V") return MatrixId::value;
    const MatrixInfo* row = findMatrix(name);
    REQUIRE_MESSAGE(row != nullptr, "unknown gradient ", name);
    return row->id;
}

void compare(const Document& of, const Matrix<double>& upstream, const Json& expected,
             double tolerance) {
    const Gradients gradients = backward(of, attend(of), upstream);
    CHECK(isClose(gradients.loss, number(expected["loss"]["data"]), tolerance));
    for (const auto& entry : expected["grad"].items()) {
        const std::string& name = entry.key();
        const Json& values = entry.value();
        CAPTURE(name);
        // There these are the scores scaled without a mask, on which nothing depends.
        if (name == "scaled_scores" && masksBeforeScale(of.masking)) continue;
        const MatrixId id = matrixNamed(name);
        REQUIRE(gradients.has(id));
        const Json& data = values["data"];
        if (values["shape"].size() == 2) {
            CHECK(distance(sideBySide(gradients.tensor(id)), matrix(data)) <= tolerance);
            continue;
        }
        for (std::size_t head = 0; head < data.size(); ++head) {
            const MatrixView actual = gradients.view(id, static_cast<Index>(head));
            CHECK(distance(actual, matrix(data[head])) <= tolerance);
        }
    }
}

bool isFinite(const MatrixView& view) { return copied(view).allFinite(); }

}  // namespace

TEST_CASE("the gradients of all reference cases, in both precisions") {
    for (int k = 1; k <= kCases; ++k) {
        const Json file = referenceCase(k);
        CAPTURE(file["title"].get<std::string>());
        Document of = caseDocument(file);
        const Matrix<double> upstream = tensor(file["inputs"]["G"]);
        compare(of, upstream, file["float64"], 1e-12);
        of.dtype = DType::float32;
        compare(of, upstream, file["float32"], 1e-5);
    }
}

TEST_CASE("the gradient of one output row is exactly 0 at later tokens") {
    const Json pitfalls = reference("pitfalls.json");
    const Json weights = reference("notebooks/004_torch_two_procedures.json")["tensors"];
    const auto pitfall = std::find_if(
        pitfalls["cases"].begin(), pitfalls["cases"].end(),
        [](const Json& entry) { return entry["id"] == "causality_forward_and_gradient_leak"; });
    REQUIRE(pitfall != pitfalls["cases"].end());

    Document document;
    document.dtype = DType::float64;
    document.embeddings = tensor((*pitfall)["inputs"]["X"]);
    document.tokens.assign(6, "token");
    document.weights.query = tensor(weights["W_q"]);
    document.weights.key = tensor(weights["W_k"]);
    document.weights.value = tensor(weights["W_v"]);
    document.mask.rules = {MaskRule{MaskKind::causal}};
    Matrix<double> upstream = Matrix<double>::Zero(6, document.dV());
    upstream.row(2).setOnes();

    struct Row {
        std::string name;
        Masking masking;
        bool exact;
    };
    for (const Row& row : {Row{"fill_-inf", {MaskingMethod::fill, -kInfinity}, true},
                           Row{"fill_-1e9", {MaskingMethod::fill, -1e9}, true},
                           Row{"additive", {MaskingMethod::add, -1e9}, true},
                           Row{"multiply_renormalise", {MaskingMethod::renormalize}, false}}) {
        CAPTURE(row.name);
        document.masking = row.masking;
        const Gradients gradients = backward(document, attend(document), upstream);
        const Matrix<double> actual = copied(gradients.view(MatrixId::embeddings));
        const Json& expected = (*pitfall)["results"]["grad_of_sum(output[2])_wrt_X_" + row.name];
        CHECK(distance(actual, tensor(expected)) <= 1e-12);
        const double later = actual.bottomRows(3).cwiseAbs().maxCoeff();
        CHECK(later <= 1e-15);
        if (row.exact) CHECK(later == 0);
    }
}

TEST_CASE("gradients have the shape and the scalar of what they belong to") {
    forEveryTable([](Wanted wanted) {
        wanted.heads = 2;
        wanted.output = true;
        const Document document = randomDocument(wanted);
        const Trace trace = attend(document);
        const Gradients gradients = backward(document, trace);
        CHECK(!gradients.has(MatrixId::mask));
        for (const MatrixId id : trace.order) {
            if (id == MatrixId::mask) continue;
            REQUIRE(gradients.has(id));
            const Tensor& stage = trace.tensor(id);
            const Tensor& gradient = gradients.tensor(id);
            CHECK(gradient.heads() == stage.heads());
            CHECK(gradient.rows() == stage.rows());
            CHECK(gradient.cols() == stage.cols());
            CHECK(gradients.view(id).kind() == info(document.dtype).kind);
        }
        for (const MatrixId id :
             {MatrixId::w_query, MatrixId::w_key, MatrixId::w_value, MatrixId::w_output}) {
            REQUIRE(gradients.has(id));
            CHECK(gradients.view(id).rows() == matrixById(document, trace, id).rows());
            CHECK(gradients.view(id).cols() == matrixById(document, trace, id).cols());
        }
    });
}

TEST_CASE("inputs are what a person can change, stages are the rest in the order of the trace") {
    using Ids = std::vector<MatrixId>;
    Document document = randomDocument({.position = PositionKind::learned});
    Gradients gradients = backward(document, attend(document));
    CHECK(gradients.inputs == Ids{MatrixId::embeddings, MatrixId::positions, MatrixId::w_query,
                                  MatrixId::w_key, MatrixId::w_value});
    CHECK(gradients.stages.front() == MatrixId::encoded);
    CHECK(!gradients.has(MatrixId::w_output));
    CHECK(!gradients.has(MatrixId::output));

    document.positions.kind = PositionKind::sinusoidal;  // a constant: not an input
    gradients = backward(document, attend(document));
    CHECK(gradients.inputs.size() == 4);
    CHECK(gradients.stages.front() == MatrixId::positions);
    CHECK(copied(gradients.view(MatrixId::positions)) == copied(gradients.view(MatrixId::encoded)));
}

TEST_CASE("without G the loss is the sum of the result") {
    const Document document = randomDocument({.output = true});
    const Trace trace = attend(document);
    const Gradients gradients = backward(document, trace);
    CHECK(isClose(gradients.loss, copied(trace.view(MatrixId::output)).sum(), 1e-14));
    CHECK(copied(gradients.view(MatrixId::output)) == Matrix<double>::Ones(4, 3));
}

TEST_CASE("the loss is rounded to the dtype") {
    const Document document = randomDocument({.dtype = DType::float32});
    const double loss = backward(document, attend(document)).loss;
    CHECK(loss == static_cast<double>(static_cast<float>(loss)));
}

TEST_CASE("no gradient comes back through what a method replaces, even from NaN rows") {
    Wanted wanted{.mask = MaskKind::strict_causal};
    wanted.masking = {MaskingMethod::fill, -kInfinity};
    const Document document = randomDocument(wanted);
    const Gradients gradients = backward(document, attend(document));
    CHECK(std::isnan(gradients.loss));
    const Matrix<double> scores = copied(gradients.view(MatrixId::scaled_scores));
    for (Index query = 0; query < 4; ++query) {
        for (Index key = query; key < 4; ++key) CHECK(scores(query, key) == 0);
    }
    CHECK(isFinite(gradients.view(MatrixId::w_query)));
    CHECK(isFinite(gradients.view(MatrixId::w_key)));
    // The NaN weights of the first row were multiplied with every value.
    CHECK(copied(gradients.view(MatrixId::value)).array().isNaN().all());
    CHECK(copied(gradients.view(MatrixId::embeddings)).array().isNaN().all());
}

TEST_CASE("empty rows send nothing back where they are set to 0") {
    Wanted wanted{.mask = MaskKind::strict_causal};
    wanted.masking.method = MaskingMethod::zero_rows;
    const Document document = randomDocument(wanted);
    const Gradients gradients = backward(document, attend(document));
    for (const MatrixId id : {MatrixId::masked_scores, MatrixId::scaled_scores, MatrixId::query}) {
        CAPTURE(info(id).name);
        CHECK(copied(gradients.view(id)).row(0).isZero(0));
        CHECK(isFinite(gradients.view(id)));
    }
    CHECK(isFinite(gradients.view(MatrixId::embeddings)));
}

TEST_CASE("a row filled throughout sends gradient to the values only") {
    Wanted wanted{.mask = MaskKind::strict_causal};
    const Document document = randomDocument(wanted);
    Matrix<double> upstream = Matrix<double>::Zero(4, 2);
    upstream.row(0).setOnes();
    const Gradients gradients = backward(document, attend(document), upstream);
    CHECK(copied(gradients.view(MatrixId::query)).isZero(0));
    CHECK(copied(gradients.view(MatrixId::key)).isZero(0));
    CHECK(copied(gradients.view(MatrixId::value)) == Matrix<double>::Constant(4, 2, 0.25));
}

TEST_CASE("gradients of sentences without tokens and vectors without numbers") {
    for (const DTypeInfo& dtype : kDTypes) {
        for (const MaskingInfo& method : kMaskingMethods) {
            for (const PositionInfo& position : kPositionKinds) {
                Wanted wanted{.tokens = 0, .output = true, .dtype = dtype.dtype};
                wanted.masking.method = method.method;
                wanted.position = position.kind;
                const auto pass = [&] {
                    const Document document = randomDocument(wanted);
                    return backward(document, attend(document));
                };
                CHECK(pass().loss == 0);
                CHECK(copied(pass().view(MatrixId::w_query)).isZero(0));
                wanted.tokens = 3;
                wanted.d_k = 0;
                CHECK(pass().view(MatrixId::query).cols() == 0);
                wanted.d_v = 0;
                CHECK(pass().view(MatrixId::w_output).rows() == 0);
                wanted.d_in = 0;
                wanted.d_k = 2;
                CHECK(pass().view(MatrixId::w_query).rows() == 0);
            }
        }
    }
}

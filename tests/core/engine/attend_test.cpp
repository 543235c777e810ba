#include "core/engine/attend.h"
#include "core/engine/engine.h"

#include <doctest/doctest.h>

#include "core/base/result.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kFloat32 = 1e-5;
constexpr double kFloat64 = 1e-12;

Document notebook(const Json& file) {
    const Json& tensors = file["tensors"];
    const Json& config = file["config"];
    Document document;
    document.dtype = file["dtype"] == "float32" ? DType::float32 : DType::float64;
    document.embeddings = tensor(tensors["X"]);
    document.tokens.assign(static_cast<std::size_t>(document.embeddings.rows()), "token");
    document.weights.query = tensor(tensors["W_q"]);
    document.weights.key = tensor(tensors["W_k"]);
    document.weights.value = tensor(tensors["W_v"]);
    if (config["w_o"].get<bool>()) document.weights.output = SharedMatrix(tensor(tensors["W_o"]));
    document.mask.rules = {MaskRule{MaskKind::causal}};
    document.masking = {config["mask_method"] == "fill" ? MaskingMethod::fill : MaskingMethod::add,
                        number(config["mask_value"]),
                        config["mask_order"] == "before_scale" ? MaskingOrder::before_scale
                                                               : MaskingOrder::after_scale};
    return document;
}

/// Compares a stage with a tensor of the reference.
void compare(const Trace& trace, MatrixId id, const Json& expected, double tolerance) {
    CAPTURE(info(id).name);
    CHECK(distance(trace.view(id), tensor(expected)) <= tolerance);
}

void compareNotebook(const Trace& trace, const Json& tensors, bool before_scale, double tolerance) {
    compare(trace, MatrixId::query, tensors["Q"], tolerance);
    compare(trace, MatrixId::key, tensors["K"], tolerance);
    compare(trace, MatrixId::value, tensors["V"], tolerance);
    compare(trace, MatrixId::scores, tensors["scores"], tolerance);
    // A notebook that masks first calls "masked_scores" what is scaled afterwards.
    compare(trace, before_scale ? MatrixId::scaled_scores : MatrixId::masked_scores,
            tensors["masked_scores"], tolerance);
    if (!before_scale) compare(trace, MatrixId::scaled_scores, tensors["scaled_scores"], tolerance);
    compare(trace, MatrixId::attention_weights, tensors["attention_weights"], tolerance);
    compare(trace, MatrixId::context, tensors["context"], tolerance);
    compare(trace, trace.result(), tensors["output"], tolerance);
}

const std::array kNotebooks{
    "notebooks/000_torch_masked_fill.json",    "notebooks/001_numpy_output_projection.json",
    "notebooks/002_torch_additive_inf.json",   "notebooks/003_torch_walkthrough.json",
    "notebooks/004_torch_two_procedures.json",
};

}  // namespace

TEST_CASE("every tensor of the notebooks comes out in their own precision") {
    for (const std::string name : kNotebooks) {
        CAPTURE(name);
        const Json file = reference(name);
        const Document document = notebook(file);
        REQUIRE(faults(document).empty());
        const bool before = document.masking.order == MaskingOrder::before_scale;
        const Trace trace = attend(document);
        compareNotebook(trace, file["tensors"], before,
                        document.dtype == DType::float32 ? kFloat32 : kFloat64);
        const Matrix<double> blocked = tensor(file["tensors"]["mask"]);
        CHECK(copied(trace.view(MatrixId::mask)) == Matrix<double>(1 - blocked.array()));
    }
}

TEST_CASE("every tensor of the float32 notebooks comes out in float64 with a mask of -inf") {
    for (const std::string name : kNotebooks) {
        CAPTURE(name);
        const Json file = reference(name);
        if (!file.contains("tensors_float64")) continue;
        Document document = notebook(file);
        document.dtype = DType::float64;
        document.masking.value = -std::numeric_limits<double>::infinity();
        compareNotebook(attend(document), file["tensors_float64"],
                        document.masking.order == MaskingOrder::before_scale, kFloat64);
    }
}

TEST_CASE("both procedures of notebook 004") {
    const Json file = reference("notebooks/004_torch_two_procedures.json");
    const Json& tensors = file["tensors"];
    Document document = notebook(file);
    const Trace second = attend(document);
    compare(second, MatrixId::masked_scores, tensors["masked_raw_scores"], kFloat32);

    document.masking.method = MaskingMethod::renormalize;
    const Trace first = attend(document);
    compare(first, MatrixId::scaled_scores, tensors["scaled_scores"], kFloat32);
    compare(first, MatrixId::unmasked_weights, tensors["unmasked_weights"], kFloat32);
    compare(first, MatrixId::mask, tensors["mask_allowed"], 0);
    compare(first, MatrixId::masked_weights, tensors["procedure1_masked_weights"], kFloat32);
    compare(first, MatrixId::attention_weights, tensors["procedure1_weights"], kFloat32);
    compare(first, MatrixId::context, tensors["procedure1_context"], kFloat32);
    const Matrix<double> sums = copied(first.view(MatrixId::masked_weights)).rowwise().sum();
    CHECK(distance(sums, tensor(tensors["procedure1_row_sums"])) <= kFloat32);
}

TEST_CASE("every stage has the shape it is documented with") {
    const Document document =
        randomDocument({.tokens = 5, .d_in = 4, .heads = 3, .d_k = 2, .d_v = 7, .output = true});
    const Trace trace = attend(document);
    const auto shape = [&](MatrixId id) {
        const Tensor& result = trace.tensor(id);
        return std::array{result.heads(), result.rows(), result.cols()};
    };
    CHECK(shape(MatrixId::embeddings) == std::array<Index, 3>{1, 5, 4});
    CHECK(shape(MatrixId::query) == std::array<Index, 3>{3, 5, 2});
    CHECK(shape(MatrixId::value) == std::array<Index, 3>{3, 5, 7});
    CHECK(shape(MatrixId::scores) == std::array<Index, 3>{3, 5, 5});
    CHECK(shape(MatrixId::mask) == std::array<Index, 3>{1, 5, 5});
    CHECK(shape(MatrixId::attention_weights) == std::array<Index, 3>{3, 5, 5});
    CHECK(shape(MatrixId::context) == std::array<Index, 3>{1, 5, 21});
    CHECK(shape(MatrixId::output) == std::array<Index, 3>{1, 5, 3});
    CHECK(trace.result() == MatrixId::output);
}

TEST_CASE("a head computes as a document of its own would") {
    const Document both = randomDocument({.heads = 2, .position = PositionKind::rope_half});
    const Trace trace = attend(both);
    for (Index head = 0; head < 2; ++head) {
        Document one = both;
        one.heads = 1;
        one.weights.query = Matrix<double>(both.weights.query.get().middleCols(2 * head, 2));
        one.weights.key = Matrix<double>(both.weights.key.get().middleCols(2 * head, 2));
        one.weights.value = Matrix<double>(both.weights.value.get().middleCols(2 * head, 2));
        const Trace alone = attend(one);
        for (const MatrixId id :
             {MatrixId::rotated_query, MatrixId::scores, MatrixId::attention_weights}) {
            CHECK(copied(trace.view(id, head)) == copied(alone.view(id)));
        }
        const Matrix<double> context =
            copied(trace.view(MatrixId::context)).middleCols(2 * head, 2);
        CHECK(context == copied(alone.view(MatrixId::context)));
    }
}

TEST_CASE("sentences without tokens and vectors without numbers are computed too") {
    for (const DTypeInfo& dtype : kDTypes) {
        for (const MaskingInfo& method : kMaskingMethods) {
            CAPTURE(method.name);
            Wanted wanted{.tokens = 0, .output = true, .dtype = dtype.dtype};
            wanted.masking.method = method.method;
            CHECK(attend(randomDocument(wanted)).tensor(MatrixId::output).rows() == 0);

            wanted.tokens = 3;
            wanted.d_k = 0;
            wanted.d_v = 0;
            const Trace narrow = attend(randomDocument(wanted));
            CHECK(narrow.view(MatrixId::scores)(2, 1) == 0);
            CHECK(std::isnan(narrow.view(MatrixId::scaled_scores)(2, 1)));  // 0 / sqrt(0)
            CHECK(narrow.view(MatrixId::context).cols() == 0);
            CHECK(narrow.view(MatrixId::output)(2, 2) == 0);

            wanted.d_in = 0;
            wanted.d_k = 2;
            wanted.d_v = 2;
            const Trace empty = attend(randomDocument(wanted));
            CHECK(empty.view(MatrixId::query)(2, 1) == 0);
            CHECK(empty.view(MatrixId::context)(2, 1) == 0);
        }
    }
}

TEST_CASE("an engine can be used again for any other document") {
    Engine engine;
    unsigned seed = 1;
    forEveryTable([&](Wanted wanted) {
        wanted.seed = ++seed;
        wanted.tokens = 1 + seed % 5;
        wanted.heads = 1 + seed % 3;
        const Document document = randomDocument(wanted);
        const Trace& trace = engine.attend(document);
        const Trace fresh = attend(document);
        REQUIRE(trace.order == fresh.order);
        for (const MatrixId id : trace.order) {
            for (Index head = 0; head < trace.tensor(id).heads(); ++head) {
                REQUIRE(distance(trace.view(id, head), copied(fresh.view(id, head))) == 0);
            }
        }
    });
}

TEST_CASE("values keep the scalar of the document") {
    for (const DTypeInfo& dtype : kDTypes) {
        const Trace trace = attend(randomDocument({.dtype = dtype.dtype}));
        CHECK(trace.view(MatrixId::scores).kind() == dtype.kind);
        CHECK(trace.view(MatrixId::mask).kind() == ScalarKind::boolean);
    }
}

TEST_CASE("weights and stages are found by their names") {
    const Document document = randomDocument({.output = true, .biases = true});
    const Trace trace = attend(document);
    for (const MatrixInfo& row : kMatrices) {
        CHECK(findMatrix(row.name) == &row);
        CHECK(&info(row.id) == &row);
        if (!isParameter(row.id) && !trace.has(row.id)) continue;
        CHECK(!matrixById(document, trace, row.id).empty());
    }
    CHECK(findMatrix("similarity") == nullptr);
    const MatrixView weight = matrixById(document, trace, MatrixId::w_output);
    CHECK(weight.kind() == info(document.dtype).kind);
    CHECK(weight(0, 0) == roundedTo((*document.weights.output)(0, 0), weight.kind()));
}

#include "core/io/gradients_json.h"

#include <sstream>

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/gradients/other_embeddings.h"
#include "tests/core/leak_documents.h"
#include "tests/core/reference.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Ids = std::vector<std::string>;
using Ordered = nlohmann::ordered_json;  // fields in the order of the text

Ordered gradientsJson(const Document& document) {
    std::ostringstream out;
    writeGradientsJson(out, document, backward(document, attend(document)));
    return Ordered::parse(out.str());
}

Ordered leakJson(const Document& document) {
    const Trace trace = attend(document);
    const auto found = influence(document, trace);
    REQUIRE(found.has_value());
    std::ostringstream out;
    writeLeakJson(out, trace, *found, leakVerdict(document, *found));
    return Ordered::parse(out.str());
}

template <class Object>
Ids fieldNames(const Object& object) {
    Ids names;
    for (const auto& field : object.items()) names.push_back(field.key());
    return names;
}

template <class List>
Ids idsOf(const List& list) {
    Ids ids;
    for (const auto& entry : list) ids.push_back(entry["id"]);
    return ids;
}

void checkUpstreamFault(std::string_view text, const std::string& expected,
                        DType dtype = DType::float64) {
    CAPTURE(text);
    const auto result = readUpstream(text, 2, 3, dtype);
    REQUIRE(!result.has_value());
    CHECK(test::placed(result.error()) == expected);
}

}  // namespace

TEST_CASE("gradients as JSON have the fields and ids of the contract") {
    const Document document =
        randomDocument({.heads = 2, .output = true, .position = PositionKind::learned});
    const auto json = gradientsJson(document);
    CHECK(fieldNames(json) == Ids{"lookback_gradients", "dtype", "loss", "inputs", "stages"});
    CHECK(json["lookback_gradients"] == 1);
    CHECK(json["dtype"] == "float64");
    CHECK(idsOf(json["inputs"]) == Ids{"embeddings", "positions", "weights.query", "weights.key",
                                       "weights.value", "weights.output"});
    CHECK(idsOf(json["stages"]) == Ids{"encoded", "query", "key", "value", "scores",
                                       "scaled_scores", "masked_scores", "attention_weights",
                                       "context", "output"});
    CHECK(fieldNames(json["inputs"][0]) == Ids{"id", "shape", "values"});
    CHECK(json["inputs"][2]["shape"] == Ordered{3, 4});
    CHECK(json["stages"][1]["shape"] == Ordered{2, 4, 2});
    CHECK(json["stages"][1]["values"][1].size() == 4);
}

TEST_CASE("gradients as JSON read back exactly in their dtype") {
    for (const DTypeInfo& dtype : kDTypes) {
        const auto read = [&](const Json& values) {
            return Matrix<double>(matrix(values).unaryExpr(
                [&](double value) { return roundedTo(value, dtype.kind); }));
        };
        const Document document = randomDocument({.heads = 2, .dtype = dtype.dtype});
        const Gradients gradients = backward(document, attend(document));
        const auto json = gradientsJson(document);
        CHECK(json["dtype"] == dtype.name);
        CHECK(roundedTo(json["loss"].get<double>(), dtype.kind) == gradients.loss);
        CHECK(read(json["inputs"][0]["values"]) == copied(gradients.view(MatrixId::embeddings)));
        for (Index head = 0; head < 2; ++head) {
            CHECK(read(json["stages"][0]["values"][static_cast<std::size_t>(head)]) ==
                  copied(gradients.view(MatrixId::query, head)));
        }
    }
}

TEST_CASE("gradients as JSON where there is nothing, and where there is no number") {
    const auto nothing = gradientsJson(randomDocument({.tokens = 0}));
    CHECK(nothing["loss"] == 0);
    CHECK(nothing["inputs"][0]["values"].empty());
    CHECK(nothing["inputs"][1]["shape"] == Ordered{3, 2});

    Document document = randomDocument({.mask = MaskKind::strict_causal});
    document.masking.value = -std::numeric_limits<double>::infinity();
    const auto json = gradientsJson(document);
    CHECK(json["loss"] == "nan");
    CHECK(json["inputs"][0]["values"][0][0] == "nan");
}

TEST_CASE("what stands above the result is read") {
    const auto result = readUpstream("[[1, -2.5, 3e0], [0, -0.0, 1e-3]]", 2, 3, DType::float32);
    REQUIRE(result.has_value());
    CHECK(*result == Matrix<double>{{1, -2.5, 3}, {0, 0, 1e-3}});
    CHECK(readUpstream("[]", 0, 3, DType::float64)->cols() == 3);
    CHECK(readUpstream("[[], []]", 2, 0, DType::float64)->rows() == 2);
}

TEST_CASE("what stands above the result is refused with a reason") {
    checkUpstreamFault("[[1, 2], [3, 4]]", ": is 2 × 2, expected 2 × 3 (the shape of the result)");
    checkUpstreamFault("[]", ": is 0 × 0, expected 2 × 3 (the shape of the result)");
    checkUpstreamFault("[[1, 2, 3], [4, 5]]", "[1]: has 2 numbers, expected 3 as in the first row");
    checkUpstreamFault("[[1, 2, 3], [4, \"x\", 6]]",
                       "[1][1]: is \u201cx\u201d, expected a finite number");
    checkUpstreamFault("{\"G\": 1}", ": is an object, expected a list of rows");
    checkUpstreamFault("[[1, 2, 3], [4, 1e39, 6]]",
                       "[1][1]: 1e+39 does not fit float32, expected a finite number",
                       DType::float32);
    CHECK(!readUpstream("[[1, 2, 3], [4, 5, 6]", 2, 3, DType::float64).has_value());
    CHECK(!readUpstream("[[1, 2, 3], [4, 5, NaN]]", 2, 3, DType::float64).has_value());
    checkUpstreamFault(" \n", ": is empty, expected a list of rows");
}

TEST_CASE("a leak test as JSON has the fields of the contract") {
    Document document = randomDocument({.tokens = 3});
    auto json = leakJson(document);
    CHECK(fieldNames(json) == Ids{"influence", "leaks", "allowed", "kind", "future", "mask_looks",
                                  "example", "verdict"});
    CHECK(json["future"] == Ordered{{"pairs", 0}, {"list", Ordered::array()}});
    CHECK(json["mask_looks"].is_null());
    CHECK(matrix(json["influence"]).rows() == 3);
    CHECK(json["influence"][0][1] == 0);
    CHECK(json["leaks"] == Ordered::array());
    CHECK(json["allowed"] ==
          Ordered{{true, false, false}, {true, true, false}, {true, true, true}});
    CHECK(json["kind"] == "not_here");
    CHECK(json["example"].is_null());
    CHECK(json["verdict"].get<std::string>().starts_with("No leak found. All 3 derivatives"));

    document.masking.method = MaskingMethod::zero_rows;
    CHECK(leakJson(document)["kind"] == "cannot");

    document.masking = {MaskingMethod::fill, -std::numeric_limits<double>::infinity()};
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    json = leakJson(document);
    CHECK(json["influence"][0] == Ordered{"nan", "nan", "nan"});
    CHECK(json["leaks"].empty());
    CHECK(json["mask_looks"] == "off_by_one");

    document.mask.rules.clear();
    json = leakJson(document);
    CHECK(json["kind"] == "nothing_to_leak");
    CHECK(json["future"] == Ordered{{"pairs", 3}, {"list", Ordered{{0, 1}, {0, 2}, {1, 2}}}});
    CHECK(json["mask_looks"].is_null());
}

TEST_CASE("the example of a leak as JSON can be put into the document") {
    for (const DTypeInfo& dtype : kDTypes) {
        Document document = randomDocument({.tokens = 3, .output = true, .dtype = dtype.dtype});
        document.masking.method = MaskingMethod::zero;
        const auto json = leakJson(document);
        CHECK(json["kind"] == "leaks");
        CHECK(json["leaks"] == Ordered{{0, 1}, {0, 2}, {1, 2}});
        const auto& example = json["example"];
        CHECK(fieldNames(example) == Ids{"token", "embedding", "output", "before", "after"});
        const auto row = [&](const char* name) {
            return roundedTo(matrix(Json::array({example[name]})), dtype.dtype);
        };
        const Index output = example["output"];
        CHECK(resultOf(document).row(output) == row("before"));
        const Document other = withEmbedding(document, example["token"], row("embedding"));
        CHECK(resultOf(other).row(output) == row("after"));
        CHECK(row("before") != row("after"));
    }
}

TEST_CASE("a leak test of no tokens as JSON") {
    const auto json = leakJson(randomDocument({.tokens = 0}));
    CHECK(json["influence"] == Ordered::array());
    CHECK(json["allowed"] == Ordered::array());
}

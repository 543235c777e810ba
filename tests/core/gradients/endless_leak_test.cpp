// Blocked numbers that are not finite, and outputs of which some numbers are not.
#include <cmath>

#include <doctest/doctest.h>

#include "tests/core/leak_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Three tokens, of which the last has a value above the largest number of the dtype.
Document overflowing(DType dtype) {
    Document document;
    document.tokens = {"a", "b", "c"};
    document.dtype = dtype;
    const double large = std::sqrt(info(dtype).largest);
    document.embeddings = Matrix<double>{{1, 0}, {0, 1}, {large, large}};
    document.weights.query = Matrix<double>{{1 / large, 0}, {0, 1 / large}};
    document.weights.key = Matrix<double>{{1 / large, 0}, {0, 1 / large}};
    document.weights.value = Matrix<double>{{2 * large, 0}, {0, 2 * large}};
    document.mask.rules = {MaskRule{MaskKind::causal}};
    document.masking.value = -kInfinity;
    return document;
}

}  // namespace

TEST_CASE("a blocked value of infinity leaks in every dtype by every method that keeps it") {
    for (const DTypeInfo& dtype : kDTypes) {
        for (const MaskingInfo& method : kMaskingMethods) {
            CAPTURE(dtype.name);
            CAPTURE(method.name);
            Document document = overflowing(dtype.dtype);
            document.masking.method = method.method;
            const Matrix<double> before = resultOf(document);
            REQUIRE_FALSE(before.row(0).allFinite());
            const LeakVerdict found = verdictOf(document);
            CHECK(found.kind == LeakKind::leaks);
            for (const Cell cell : {Cell{0, 2}, Cell{1, 2}}) {
                CHECK(std::binary_search(found.leaks.begin(), found.leaks.end(), cell));
            }
            REQUIRE(found.example);
            const LeakExample& example = *found.example;
            const Matrix<double> after =
                resultOf(withEmbedding(document, example.token, example.embedding));
            CHECK(example.token == 2);
            CHECK(after.row(example.output).allFinite());
        }
    }
    CHECK(said(verdictOf(overflowing(DType::float16)))
              .find("The value of “c” holds ∞, and where its weight is 0, 0 × ∞ is NaN.") !=
          std::string::npos);
}

TEST_CASE("an allowed value of infinity is no leak, and infinity is not called NaN") {
    Document document = overflowing(DType::float16);
    document.embeddings.set({0, 0}, document.embeddings(2, 0));  // everyone may look at “a”
    document.embeddings.set({0, 1}, document.embeddings(2, 1));
    document.embeddings.set({2, 0}, 1);
    document.embeddings.set({2, 1}, 1);
    const LeakVerdict found = verdictOf(document);
    CHECK(found.leaks.empty());
    CHECK(found.says_nothing);
    CHECK(said(found) ==
          "No verdict. The outputs of “a” and “b” are infinite, so the test says nothing about "
          "them.");
}

TEST_CASE("several blocked values of infinity leak, each") {
    Document document = overflowing(DType::float16);
    insertToken(document, 3, "d");
    for (const Index col : {0, 1}) document.embeddings.set({3, col}, document.embeddings(2, col));
    const LeakVerdict found = verdictOf(document);
    CHECK(found.kind == LeakKind::leaks);
    // The output of “c” is infinite by its own value, and NaN with that of “d”.
    CHECK(found.leaks == std::vector<Cell>{{0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
}

TEST_CASE("infinity that a blocked token turns into NaN leaks in every dtype by every method") {
    int turned = 0;
    for (const DTypeInfo& dtype : kDTypes) {
        for (const MaskingInfo& method : kMaskingMethods) {
            CAPTURE(dtype.name);
            CAPTURE(method.name);
            Document document = overflowing(dtype.dtype);
            for (const Index col : {0, 1}) {  // everyone may look at “a”
                document.embeddings.set({0, col}, document.embeddings(2, col));
            }
            document.masking.method = method.method;
            if (!resultOf(document).row(0).array().isNaN().all()) continue;
            ++turned;
            const Matrix<double> without =
                resultOf(withEmbedding(document, 2, Matrix<double>::Zero(1, 2)));
            REQUIRE(without.topRows(2).array().isInf().all());
            const LeakVerdict found = verdictOf(document);
            CHECK(found.kind == LeakKind::leaks);
            CHECK(found.leaks == std::vector<Cell>{{0, 2}, {1, 2}});
            CHECK(said(found).find("embedding of “c” turns NaN in the output of “a” into "
                                   "infinity.") != std::string::npos);
        }
    }
    CHECK(turned > 0);
}

TEST_CASE("numbers of an output that are finite are judged beside others that are NaN") {
    // The second head holds the overflow; the first leaks by weights that are only set to 0.
    Document document = overflowing(DType::float16);
    document.heads = 2;
    document.weights.value = Matrix<double>{{300, 0.5}, {300, 0.25}};
    document.weights.query = Matrix<double>{{0.1, 0.01}, {0.2, 0.01}};
    document.weights.key = Matrix<double>{{0.01, 0.01}, {0.02, 0.01}};
    const Matrix<double> before = resultOf(document);
    REQUIRE(std::isnan(before(0, 0)));
    REQUIRE(std::isfinite(before(0, 1)));
    const Influence of_rows = influenceOf(document);
    CHECK(of_rows.norms(0, 0) > 0);  // by its finite number
    CHECK(of_rows.norms(0, 2) == 0);
    document.masking.method = MaskingMethod::zero;
    CHECK(influenceOf(document).norms(0, 2) > 0);
    CHECK(verdictOf(document).kind == LeakKind::leaks);
}

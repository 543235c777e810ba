#include "core/gradients/leak.h"

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/explain/masking_words.h"
#include "core/gradients/backward.h"
#include "core/gradients/leak_jacobian.h"
#include "tests/core/case_document.h"
#include "tests/core/leak_documents.h"
#include "tests/core/said.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The norms from one backward pass for every number of the result.
Matrix<double> normsByBackward(const Document& document) {
    const Trace trace = attend(document);
    const MatrixView result = trace.view(trace.result());
    Matrix<double> squares = Matrix<double>::Zero(document.n(), document.n());
    for (Index row = 0; row < result.rows(); ++row) {
        for (Index col = 0; col < result.cols(); ++col) {
            Matrix<double> upstream = Matrix<double>::Zero(result.rows(), result.cols());
            upstream(row, col) = 1;
            const Gradients gradients = backward(document, trace, upstream);
            squares.row(row) +=
                copied(gradients.view(MatrixId::embeddings)).rowwise().squaredNorm().transpose();
        }
    }
    return squares.cwiseSqrt();
}

/// What the methods promise: a blocked key has no share at all, or some.
bool blocks(MaskingMethod method) { return !maskingWords(method).is_mistake; }

bool isEmptyRow(const Document& document, Index query) {
    for (Index key = 0; key < document.n(); ++key) {
        if (allows(document.mask, query, key)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("influence agrees with one backward pass for each number of the result") {
    for (const bool output : {false, true}) {
        forEveryTable([&](Wanted wanted) {
            wanted.heads = 2;
            wanted.output = output;
            const Document document = randomDocument(wanted);
            const Influence actual = influenceOf(document);
            const Matrix<double> expected = normsByBackward(document);
            const Trace trace = attend(document);
            const Matrix<double> result = copied(trace.view(trace.result()));
            const double tolerance =
                wanted.dtype == DType::float64 ? 1e-12 : 800 * info(wanted.dtype).epsilon;
            CAPTURE(info(wanted.mask).name);
            CAPTURE(info(wanted.masking.method).name);
            CAPTURE(info(wanted.position).name);
            for (Index row = 0; row < document.n(); ++row) {
                const bool is_nan = !result.row(row).array().isFinite().any();
                const std::vector<double> alone = jacobianNorms(document, trace, row);
                for (Index token = 0; token < document.n(); ++token) {
                    CHECK(isClose(alone[static_cast<std::size_t>(token)], actual.norms(row, token),
                                  0));
                }
                CHECK(actual.norms.row(row).array().isNaN().any() == is_nan);
                CHECK(actual.norms.row(row).array().isNaN().all() == is_nan);
                // In a backward pass a NaN row of weights, times a gradient of 0, spoils the
                // others.
                if (expected.row(row).array().isNaN().any()) continue;
                const Matrix<double> computed = actual.norms.row(row);
                CHECK(distance(computed, expected.row(row)) <= tolerance);
            }
        });
    }
}

TEST_CASE("influence agrees with the reference cases' backward pass") {
    for (int k = 1; k <= kCases; ++k) {
        const Json file = referenceCase(k);
        CAPTURE(file["title"].get<std::string>());
        const Document document = caseDocument(file);
        const Influence actual = influenceOf(document);
        if (!file["fully_masked_rows"].empty() && document.masking.value == -kInfinity &&
            document.masking.method == MaskingMethod::fill) {
            continue;  // NaN rows
        }
        CHECK(distance(actual.norms, normsByBackward(document)) <= 1e-12);
    }
}

TEST_CASE("influence agrees with finite differences") {
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const MaskingOrder order : {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
            for (const PositionInfo& position : kPositionKinds) {
                for (const SoftmaxOver softmax : {SoftmaxOver::rows, SoftmaxOver::columns}) {
                    CAPTURE(method.name);
                    CAPTURE(position.name);
                    const Document document =
                        randomDocument({.tokens = 3,
                                        .heads = 2,
                                        .output = true,
                                        .position = position.kind,
                                        .masking = {method.method, -1, order, softmax}});
                    CHECK(distance(influenceOf(document).norms, normsByDifferences(document)) <=
                          1e-6);
                }
            }
        }
    }
}

TEST_CASE("influence is exactly 0 where a sound method blocks, in every table") {
    const Choice is_sound = [](const Wanted& wanted) {
        return blocks(wanted.masking.method) && !isOverColumns(wanted.masking);
    };
    forEveryTable(is_sound, [](const Wanted& wanted) {
        const Document document = randomDocument(wanted);
        const Influence found = influenceOf(document);
        for (Index query = 0; query < document.n(); ++query) {
            if (isEmptyRow(document, query)) continue;
            // Renormalising divides by 0 where every allowed weight is too small for float16.
            if (wanted.dtype == DType::float16 && std::isnan(found.norms(query, 0))) continue;
            for (Index key = 0; key < document.n(); ++key) {
                if (query == key || allows(document.mask, query, key)) continue;
                CHECK(found.norms(query, key) == 0);
            }
        }
    });
}

TEST_CASE("a value that is not low enough leaks") {
    Document document = poem();
    document.masking.value = -10;
    CHECK(influenceOf(document).leaks.size() == 3);
    document.masking.value = -200;  // exp(-200) is 0 in float32, though not in float64
    CHECK(influenceOf(document).leaks.empty());
    document.dtype = DType::float64;
    CHECK(influenceOf(document).leaks.size() == 3);
}

TEST_CASE("the poem's influence, masked and unmasked") {
    Document document = poem();
    const Matrix<double> masked{{1.0261, 0, 0}, {0.2889, 0.7946, 0}, {0.1028, 0.0637, 1.4515}};
    CHECK(distance(influenceOf(document).norms, masked) <= 1e-3);

    const Mask causal = document.mask;
    document.mask.rules.clear();
    const auto held = influence(document, attend(document), causal);
    REQUIRE(held.has_value());
    const Matrix<double> unmasked{
        {1.4415, 0.4620, 0.1868}, {0.3008, 1.0360, 0.0630}, {0.1028, 0.0637, 1.4515}};
    CHECK(distance(held->norms, unmasked) <= 1e-3);
    CHECK(held->leaks == std::vector<Cell>{{0, 1}, {0, 2}, {1, 2}});
    CHECK(influenceOf(document).leaks.empty());
}

TEST_CASE("a key without weight adds nothing, even where its numbers overflow") {
    Document document = poem();
    document.dtype = DType::float64;
    document.embeddings.set({2, 1}, 1e300);  // its score with itself is infinite, its row NaN
    const Influence found = influenceOf(document);
    CHECK(found.norms(0, 2) == 0);
    CHECK(found.norms(1, 2) == 0);
    CHECK(std::isfinite(found.norms(1, 0)));
    CHECK(std::isnan(found.norms(2, 0)));
    CHECK(found.leaks.empty());
}

TEST_CASE("norms of very large and very small numbers neither overflow nor vanish") {
    Document document = poem();
    document.dtype = DType::float64;
    for (const double factor : {1e200, 1e-200}) {
        document.weights.value = Matrix<double>(poem().weights.value.get() * factor);
        document.weights.key =
            Matrix<double>(Matrix<double>::Zero(2, 2));  // weights 1, 1/2, 1/3 stay as they are
        const double expected = poem().weights.value.get().norm() * factor / 2;
        CHECK(isClose(influenceOf(document).norms(1, 0) / expected, 1, 1e-14));
    }
}

TEST_CASE("influence of sentences without tokens and vectors without numbers") {
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const bool output : {false, true}) {
            CAPTURE(method.name);
            Wanted wanted{.tokens = 0, .output = output};
            wanted.masking.method = method.method;
            CHECK(said(verdictOf(randomDocument(wanted))) ==
                  "Nothing to leak: the document has no tokens.");
            wanted.tokens = 1;
            CHECK(influenceOf(randomDocument(wanted)).leaks.empty());
            wanted.tokens = 3;
            wanted.d_v = 0;
            CHECK(influenceOf(randomDocument(wanted)).norms.isZero(0));
            CHECK(verdictOf(randomDocument(wanted)).kind == LeakKind::cannot);
            wanted.d_v = 2;
            wanted.d_k = 0;  // 0 / sqrt(0): NaN, unless masking replaces it throughout
            CHECK(influenceOf(randomDocument(wanted)).norms.row(2).array().isNaN().all());
            wanted.d_k = 2;
            wanted.d_in = 0;
            CHECK(influenceOf(randomDocument(wanted)).norms.isZero(0));
            CHECK(verdictOf(randomDocument(wanted)).kind == LeakKind::cannot);
        }
    }
}

TEST_CASE("a leak test that would take too long is refused") {
    const Document document = randomDocument({.tokens = 512, .d_in = 300, .d_v = 300});
    const auto result = influence(document, Trace{});
    REQUIRE(!result.has_value());
    CHECK(result.error().where == "tokens");
    CHECK(
        test::said(result.error()) ==
        "512 tokens of this width take 2.375e10 multiplications in the leak test, expected at most "
        "2e10: fewer tokens or narrower vectors");
}

TEST_CASE("a leak test of very wide vectors is refused for its memory") {
    const Document document =
        randomDocument({.tokens = 1, .d_in = 1, .d_k = 100'000, .d_v = 100'000});
    const std::optional<Error> fault = leakFault(document, kMaxMemory);
    REQUIRE(fault.has_value());
    CHECK(test::said(*fault).find("the leak test of ") != std::string::npos);
}

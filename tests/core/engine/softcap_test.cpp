// Scores that are capped: c * tanh(score / c).
#include <cmath>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/explain/explain.h"
#include "tests/core/documents.h"
#include "tests/core/leak_documents.h"
#include "tests/core/plain_text.h"
#include "tests/core/reference.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("a quotient, its tanh and the product are rounded one after the other") {
    for (const DTypeInfo& dtype : kDTypes) {
        CAPTURE(dtype.name);
        const Document document = randomDocument({.dtype = dtype.dtype, .softcap = 1.5});
        const Trace trace = attend(document);
        const MatrixView scaled = trace.view(MatrixId::scaled_scores);
        const MatrixView capped = trace.view(MatrixId::capped_scores);
        for (Index query = 0; query < document.n(); ++query) {
            for (Index key = 0; key < document.n(); ++key) {
                const double share = roundedTo(scaled(query, key) / 1.5, dtype.kind);
                const double bent = dtype.dtype == DType::float64
                                        ? std::tanh(share)
                                        : std::tanh(static_cast<float>(share));
                CHECK(capped(query, key) ==
                      roundedTo(1.5 * roundedTo(bent, dtype.kind), dtype.kind));
            }
        }
    }
}

TEST_CASE("no score goes beyond the cap, not even an infinite one") {
    constexpr double kHuge = 1e300;
    Document document = documentWithScores(Matrix<double>{{kHuge, -kHuge}, {0, 1}}, DType::float64);
    document.scale = {Scale::Kind::number, 1e-10};
    document.softcap = 5;
    const Trace trace = attend(document);
    REQUIRE(std::isinf(trace.view(MatrixId::scaled_scores)(0, 0)));
    CHECK(trace.view(MatrixId::capped_scores)(0, 0) == 5);
    CHECK(trace.view(MatrixId::capped_scores)(0, 1) == -5);
    CHECK(trace.view(MatrixId::capped_scores)(1, 0) == 0);
    CHECK(plain(explainCell(document, trace, MatrixId::capped_scores, 0, {0, 0}).meaning) ==
          "Scores stay between \u22125 and 5. \u221e becomes 5.0000, the cap itself.");
}

TEST_CASE("a capped score shows its quotient, its tanh and what is left of it") {
    Document document = documentWithScores(Matrix<double>{{3, 0.01}, {-8, 1}}, DType::float64);
    document.softcap = 2;
    const auto explain = [&](Cell cell) {
        return explainCell(document, attend(document), MatrixId::capped_scores, 0, cell);
    };
    CHECK(stage(MatrixId::capped_scores).formula(document) == "S_c = 2 \u00b7 tanh(S\u2032 / 2)");
    CHECK(plain(explain({0, 0}).lines[0]) == "2 \u00d7 tanh(S\u2032[t, t] / 2)");
    CHECK(plain(explain({0, 0}).lines[1]) ==
          "2 \u00d7 tanh(3.0000 / 2) = 2 \u00d7 0.90515 = 1.8103");
    CHECK(plain(explain({0, 0}).meaning) ==
          "Scores stay between \u22122 and 2. 3.0000 becomes 1.8103, nearer to 0 by 1.1897.");
    CHECK(plain(explain({0, 1}).meaning) ==
          "Scores stay between \u22122 and 2. 0.0100 is small compared with the cap, so it stays.");
    CHECK(plain(explain({1, 0}).lines[1]) ==
          "2 \u00d7 tanh(\u22128.0000 / 2) = 2 \u00d7 (\u22120.99933) = \u22121.9987");
}

TEST_CASE("influence agrees with finite differences where scores are capped") {
    for (const double softcap : {0.125, 0.5, 2.0, 50.0}) {
        for (const MaskingInfo& method : kMaskingMethods) {
            CAPTURE(softcap);
            CAPTURE(method.name);
            const Document document = randomDocument({.tokens = 3,
                                                      .heads = 2,
                                                      .output = true,
                                                      .position = PositionKind::alibi,
                                                      .masking = {method.method, -1},
                                                      .softcap = softcap});
            CHECK(distance(influenceOf(document).norms, normsByDifferences(document)) <= 1e-6);
        }
    }
}

#include "core/gradients/backward_stages.h"

#include <doctest/doctest.h>

#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the table of ways back has a row for every stage with operands, in the same order") {
    const Document document = randomDocument({});
    auto row = backwardTable().begin();
    for (const Stage& stage : stageTable()) {
        const Arithmetic made = stage.arithmetic(document);
        if (made == Arithmetic::given || made == Arithmetic::rule) {
            CHECK(backwardStage(stage.id) == nullptr);
            continue;
        }
        REQUIRE(row != backwardTable().end());
        CHECK(row->id == stage.id);
        CHECK(backwardStage(stage.id) == &*row);
        ++row;
    }
    CHECK(row == backwardTable().end());
}

TEST_CASE("the formulas of the way back name the document's own operands") {
    const auto formula = [](const Document& document, MatrixId id) {
        return backwardStage(id)->formula(document);
    };
    Document document = randomDocument({});
    CHECK(formula(document, MatrixId::query) == "dX += dQ W_q^T, dW_q = X^T dQ");
    CHECK(formula(document, MatrixId::scores) == "dQ = dS K, dK = dS^T Q");
    CHECK(formula(document, MatrixId::scaled_scores) == "dS = dS\u2032 / \u221ad_k");
    CHECK(formula(document, MatrixId::masked_scores) == "dS\u2032 = dS_M where M, else 0");
    CHECK(formula(document, MatrixId::attention_weights) ==
          "dS_M = A \u00b7 (dA \u2212 row sum of dA \u00b7 A)");
    document.positions.kind = PositionKind::sinusoidal;
    CHECK(formula(document, MatrixId::key) == "d(X + P) += dK W_k^T, dW_k = (X + P)^T dK");
    document.positions.kind = PositionKind::rope_half;
    CHECK(formula(document, MatrixId::scores) == "dQ\u2032 = dS K\u2032, dK\u2032 = dS^T Q\u2032");
    document.masking.order = MaskingOrder::before_scale;
    CHECK(formula(document, MatrixId::masked_scores) == "dS = dS_M where M, else 0");
    CHECK(formula(document, MatrixId::scaled_scores) == "dS_M = dS\u2032 / \u221ad_k");
    document = randomDocument({.position = PositionKind::alibi, .softcap = 0.5});
    CHECK(formula(document, MatrixId::biased_scores) == "dS_c = dS_b");
    CHECK(formula(document, MatrixId::capped_scores) ==
          "dS\u2032 = dS_c \u00b7 (1 \u2212 tanh^2(S\u2032 / 0.5))");
    for (const MaskingInfo& method : kMaskingMethods) {
        document.masking.method = method.method;
        for (const MatrixId id : stageOrder(document)) {
            if (backwardStage(id) != nullptr) CHECK(!formula(document, id).empty());
        }
    }
}

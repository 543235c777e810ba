#include "core/gradients/leak_verdict.h"

#include <doctest/doctest.h>

#include "core/explain/masking_words.h"
#include "tests/core/leak_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The sentences after the derivatives, of a document that is masked with -1e9.
const std::string kFiniteValue =
    " Trying 64 other embeddings for each blocked token changed no output that must not depend on "
    "it. "
    "Larger embeddings may leak: "
    "\u22121e9 is a finite value.";

}  // namespace

TEST_CASE("the mistaken methods leak, and the verdict says by how much") {
    for (const MaskingInfo& method : kMaskingMethods) {
        if (!maskingWords(method.method).is_mistake) continue;
        CAPTURE(method.name);
        Document document = poem();
        document.masking.method = method.method;
        const LeakVerdict found = verdictOf(document);
        CHECK(found.kind == LeakKind::leaks);
        CHECK(found.leaks == std::vector<Cell>{{0, 1}, {0, 2}, {1, 2}});
        CHECK(said(found).starts_with(
            "Leaks. The output of \u201cWrite\u201d depends on \u201ca\u201d and \u201cpoem\u201d. "
            "The output of "
            "\u201ca\u201d depends on \u201cpoem\u201d. Another embedding of \u201c"));
        CHECK(said(found).find(" moves a number in the output of ") != std::string::npos);
        REQUIRE(found.example);
        CHECK(found.example->size ==
              (found.example->after - found.example->before).cwiseAbs().maxCoeff());
    }
}

TEST_CASE("softmax over columns leaks, although every blocked weight is exactly 0") {
    for (const MaskingInfo& method : kMaskingMethods) {
        CAPTURE(method.name);
        Document document = poem();
        document.masking = {
            .method = method.method, .value = -kInfinity, .softmax = SoftmaxOver::columns};
        const LeakVerdict found = verdictOf(document);
        CHECK(found.kind == LeakKind::leaks);
        CHECK(found.leaks == std::vector<Cell>{{0, 1}, {0, 2}, {1, 2}});
        REQUIRE(found.example);
        CHECK(
            said(found).ends_with("Softmax is over columns, so the queries of blocked tokens "
                                  "count in the weights."));
    }
    // Where no query has a key in common with a token that it may not look at, nothing leaks.
    Document alone = poem();
    alone.masking = {.value = -kInfinity, .softmax = SoftmaxOver::columns};
    alone.mask.rules = {newRule(MaskKind::documents, 3)};
    alone.mask.rules.front().per_token = {0, 1, 1};
    CHECK(said(verdictOf(alone)) ==
          "Cannot leak. −∞ gives blocked tokens a weight of exactly 0, whatever their numbers. "
          "This holds while scores and values stay finite (∞ − ∞ and 0 × ∞ are NaN). In 1 pair, a "
          "later token changes an earlier output, because the mask allows it.");
    // Where the only score that a column allows is below -1e9, the blocked ones outweigh it.
    alone.masking.value = -1e9;
    CHECK(verdictOf(alone).kind == LeakKind::leaks);
}

TEST_CASE("what -1e9 holds off does not leak here, what -inf holds off cannot leak") {
    for (const MaskingMethod method : {MaskingMethod::fill, MaskingMethod::add}) {
        CAPTURE(info(method).name);
        Document document = poem();
        document.masking.method = method;
        LeakVerdict found = verdictOf(document);
        CHECK(found.kind == LeakKind::not_here);
        CHECK(found.leaks.empty());
        CHECK_FALSE(found.example);
        CHECK(said(found) ==
              "No leak found. All 3 derivatives of blocked pairs are exactly 0." + kFiniteValue);

        document.masking.value = -kInfinity;
        found = verdictOf(document);
        CHECK(found.kind == LeakKind::cannot);
        CHECK(
            said(found).starts_with("Cannot leak. \u2212\u221e gives blocked tokens a weight of "
                                    "exactly 0, whatever their numbers. This holds while "));
    }
    Document document = poem();
    document.masking.method = MaskingMethod::zero_rows;
    CHECK(said(verdictOf(document)) ==
          "Cannot leak. \u2212\u221e gives blocked tokens a weight of exactly 0, whatever their "
          "numbers. This holds while values stay finite (0 \u00d7 \u221e is NaN).");
    // A key that is not finite leaves the outputs of other tokens as they are.
    Matrix<double> embeddings = document.embeddings.get();
    embeddings(2, 0) = 1e30;
    document.embeddings = embeddings;
    document.weights.key = Matrix<double>(document.weights.key.get() * 1e30);
    const Trace trace = attend(document);
    CHECK_FALSE(std::isfinite(trace.view(MatrixId::key)(2, 0)));
    CHECK(std::isfinite(trace.view(MatrixId::context)(0, 0)));
}

TEST_CASE("a value of -inf that the scale turns into inf is no barrier") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    document.scale = {Scale::Kind::number, -2};
    document.masking = {MaskingMethod::zero_rows, 0, MaskingOrder::after_scale};
    CHECK(verdictOf(document).kind == LeakKind::cannot);
    document.masking.order = MaskingOrder::before_scale;
    const LeakVerdict found = verdictOf(document);
    CHECK(found.kind == LeakKind::not_here);
    CHECK(
        said(found).find("this scale turns \u2212\u221e into a number that is not \u2212\u221e") !=
        std::string::npos);
    document.masking = {MaskingMethod::fill, kInfinity, MaskingOrder::before_scale};
    CHECK(verdictOf(document).kind == LeakKind::cannot);  // -inf after all
}

TEST_CASE("a document that hides nothing has nothing to leak") {
    Document document = poem();
    document.mask.rules.clear();
    CHECK(said(verdictOf(document)) ==
          "Nothing to leak: this mask blocks no pair. In 3 pairs, a later token changes an earlier "
          "output, because the mask allows it.");
    CHECK(verdictOf(document).future == std::vector<Cell>{{0, 1}, {0, 2}, {1, 2}});
    document.masking.method = MaskingMethod::zero;
    document.mask.rules = {MaskRule{MaskKind::causal}};
    for (const Cell cell : {Cell{0, 1}, Cell{0, 2}, Cell{1, 2}}) flip(document.mask, cell);
    flip(document.mask, {1, 1});  // its own cell does not matter
    CHECK(verdictOf(document).kind == LeakKind::nothing_to_leak);
    CHECK(said(verdictOf(document))
              .starts_with(
                  "Nothing to leak: this mask blocks tokens only from themselves. In 3 pairs,"));
    document.tokens.clear();
    document.embeddings = Matrix<double>(0, 2);
    document.mask = {};
    CHECK(said(verdictOf(document)) == "Nothing to leak: the document has no tokens.");
}

TEST_CASE("a document is judged by what another one's mask promises to hide") {
    Document document = poem();
    const Mask causal = document.mask;
    document.mask.rules.clear();
    document.masking.value = -kInfinity;
    const Influence held = *influence(document, attend(document), causal);
    CHECK(held.leaks == std::vector<Cell>{{0, 1}, {0, 2}, {1, 2}});
    CHECK(leakVerdict(document, held, causal).kind == LeakKind::leaks);

    document.weights.value = Matrix<double>(Matrix<double>::Zero(2, 2));
    const LeakVerdict silent =
        leakVerdict(document, *influence(document, attend(document), causal), causal);
    CHECK(silent.kind == LeakKind::not_here);
    CHECK(said(silent) ==
          "No leak found. All 3 derivatives of blocked pairs are exactly 0. Trying 64 other "
          "embeddings "
          "for each blocked token "
          "changed no output that must not depend on it. Other embeddings may leak: not every "
          "token that should be blocked is blocked here.");
}

TEST_CASE("a token's own row is no leak, though a strict mask blocks it") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    document.masking.method = MaskingMethod::zero_rows;
    const Influence found = influenceOf(document);
    CHECK(found.norms(2, 2) > 0);  // its query
    CHECK(found.norms(0, 0) == 0);
    CHECK(found.leaks.empty());
    CHECK(verdictOf(document).kind == LeakKind::cannot);
}

TEST_CASE("an empty row that was filled with a finite value sees every value") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    const LeakVerdict found = verdictOf(document);
    CHECK(found.leaks == std::vector<Cell>{{0, 1}, {0, 2}});
    CHECK(said(found).starts_with(
        "Leaks. The output of \u201cWrite\u201d depends on \u201ca\u201d and "
        "\u201cpoem\u201d. Another embedding of "));
}

TEST_CASE("NaN rows are no leak and are named") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    document.masking.value = -kInfinity;
    const Influence found = influenceOf(document);
    CHECK(found.norms.row(0).array().isNaN().all());
    CHECK(found.norms(1, 2) == 0);
    LeakVerdict verdict = verdictOf(document);
    CHECK(verdict.kind == LeakKind::cannot);
    CHECK(verdict.leaks.empty());
    CHECK(
        said(verdict).ends_with("(0 \u00d7 \u221e is NaN). The output of \u201cWrite\u201d is NaN, "
                                "so the test says nothing about it. This is a causal mask that is "
                                "off by one: it has one diagonal too few. No later token changes "
                                "an earlier output."));

    document.masking = {MaskingMethod::renormalize};
    document.mask.rules = {MaskRule{MaskKind::offset, {-3}}};
    verdict = verdictOf(document);
    CHECK(verdict.kind == LeakKind::not_here);
    CHECK(said(verdict) ==
          "No verdict. The outputs of \u201cWrite\u201d, \u201ca\u201d and \u201cpoem\u201d are "
          "NaN, so the test says nothing about them.");
}

TEST_CASE("the verdict counts the hidden cells") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::sliding_window, {1}}};
    CHECK(said(verdictOf(document)) ==
          "No leak found. All 6 derivatives of blocked pairs are exactly 0." + kFiniteValue);
    document.mask.rules = {MaskRule{MaskKind::causal}};
    flip(document.mask, {0, 1});
    CHECK(said(verdictOf(document)) ==
          "No leak found. Both derivatives of blocked pairs are exactly 0." + kFiniteValue +
              " In 1 pair, a later token changes an earlier output, because the mask allows it.");
    flip(document.mask, {0, 2});
    CHECK(said(verdictOf(document)) ==
          "No leak found. The derivative of the blocked pair is exactly 0." + kFiniteValue +
              " In 2 pairs, a later token changes an earlier output, because the mask allows it.");
}

TEST_CASE("the verdict on a long sentence names a few tokens and counts the others") {
    Wanted wanted{.tokens = 8};
    wanted.masking.method = MaskingMethod::zero;
    Document document = randomDocument(wanted);
    CHECK(said(verdictOf(document))
              .starts_with("Leaks. The output of \u201ct1\u201d depends on \u201ct2\u201d, "
                           "\u201ct3\u201d, \u201ct4\u201d and 4 more. The "
                           "output of \u201ct2\u201d depends on \u201ct3\u201d, \u201ct4\u201d, "
                           "\u201ct5\u201d and 3 more. The output of "
                           "\u201ct3\u201d depends on \u201ct4\u201d, \u201ct5\u201d, "
                           "\u201ct6\u201d and 2 more. 4 more outputs depend on "
                           "later tokens. Another "));
    document.masking.method = MaskingMethod::fill;
    CHECK(said(verdictOf(document)) ==
          "No leak found. All 28 derivatives of blocked pairs are exactly 0." + kFiniteValue);
}

TEST_CASE("the verdict tells repeated and empty tokens apart") {
    Document document = poem();
    document.tokens = {"the", "", "the"};
    document.masking.method = MaskingMethod::zero;
    CHECK(said(verdictOf(document))
              .starts_with("Leaks. The output of \u201cthe\u201d depends on \u201c\u2205\u201d and "
                           "\u201cthe\u2082\u201d. The output of "
                           "\u201c\u2205\u201d depends on \u201cthe\u2082\u201d. "));
}

// Whatever the narrator says of thousands of documents is true, and there is always something.
#include <cmath>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/document/labels.h"
#include "core/engine/attend.h"
#include "core/words/say.h"
#include "tests/core/narrator_documents.h"
#include "tests/core/plain_text.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// How often each kind was claimed.
using ClaimCounts = std::map<ClaimKind, int>;

/// Looks at every step and head. @param was as it was opened; nullptr: nothing was edited
void checkDocument(const Document& document, const Document* was, const std::string& name,
                   ClaimCounts& counts) {
    const Trace trace = attend(document);
    Document free = document;
    setMasked(free, false);
    const Trace unmasked = attend(free);
    const Trace was_trace = was == nullptr ? Trace() : attend(*was);
    const std::vector<std::string> labels = tokenLabels(document.tokens);
    for (const Step& step : documentSteps(document)) {
        for (Index head = 0; head < document.heads; ++head) {
            const std::vector<Claim> claims = claimsOf({document, trace, step, head, &unmasked, was,
                                                        was == nullptr ? nullptr : &was_trace});
            INFO(name, ", ", english().text(step.title), ", head ", head);
            CHECK(!claims.empty());
            CHECK(claims.size() <= kMostClaims);
            for (const Claim& claim : claims) {
                const std::string text = plain(tell(claim, document, labels));
                ++counts[claim.kind];
                if (!holds({document, trace, step, head, unmasked, was,
                            was == nullptr ? nullptr : &was_trace, claim})) {
                    FAIL_CHECK("not true: ", text);
                }
                if (!text.ends_with('.') || text.find("  ") != std::string::npos) {
                    FAIL_CHECK("no sentence: ", text);
                }
                for (const double number : claim.numbers) {
                    if (claim.kind != ClaimKind::not_finite && !std::isfinite(number)) {
                        FAIL_CHECK("a number that is none: ", text);
                    }
                }
            }
        }
    }
}

/// All sentences about a step, a line each. @param result a result of the step
std::string textOf(const Document& document, MatrixId result) {
    const Trace trace = attend(document);
    Document free = document;
    setMasked(free, false);
    const Trace unmasked = attend(free);
    const std::vector<Step> steps = documentSteps(document);
    std::string text;
    for (const Claim& claim :
         claimsOf({document, trace, steps[stepCovering(steps, result).value()], 0, &unmasked})) {
        text += plain(tell(claim, document, tokenLabels(document.tokens))) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("narrator: what it says of thousands of documents is true") {
    ClaimCounts counts;
    int told = 0;
    for (unsigned seed = 1; told < 4000; ++seed) {
        const Document document = strangeDocument(seed);
        if (!faults(document).empty()) continue;
        ++told;
        checkDocument(document, nullptr, fmt::format("seed {}", seed), counts);
        const Document later = edited(document, seed);
        if (!faults(later).empty()) continue;
        checkDocument(later, &document, fmt::format("seed {}, edited", seed), counts);
    }
    // A claim that is never made is not tested.
    for (std::size_t kind = 0; kind < kClaimKinds; ++kind) {
        CHECK_MESSAGE(counts[static_cast<ClaimKind>(kind)] > 0, "kind ", kind);
    }
}

TEST_CASE("narrator: it has a true sentence for every table") {
    ClaimCounts counts;
    forEveryTable([&](const Wanted& wanted) {
        checkDocument(randomDocument(wanted), nullptr, std::string(info(wanted.mask).name), counts);
    });
}

TEST_CASE(
    "narrator: blocked pairs are put down to later tokens only where that is the whole reason") {
    Document document = documentWithScores(Matrix<double>::Ones(4, 4), DType::float64);
    document.tokens = {"a", "b", "c", "d"};
    document.mask.rules = {newRule(MaskKind::causal, 4)};
    CHECK(textOf(document, MatrixId::masked_scores)
              .starts_with("The mask blocks 6 of 16 pairs: no token may look at a later token.\n"));
    document.mask.rules.push_back(newRule(MaskKind::padding, 4));
    CHECK(textOf(document, MatrixId::masked_scores)
              .starts_with("The mask blocks 6 of 16 pairs: no token may look at a later token.\n"));
    document.mask.rules.back().per_token = {1, 0, 1, 1};
    CHECK(textOf(document, MatrixId::masked_scores)
              .starts_with("The mask (Causal and Padding) blocks 9 of 16 pairs.\n"));
    document.mask.rules.pop_back();
    flip(document.mask, {3, 0});
    CHECK(textOf(document, MatrixId::masked_scores)
              .starts_with("The mask (Causal and 1 painted cell) blocks 7 of 16 pairs.\n"));
}

TEST_CASE("narrator: softmax over columns is told by the sums of the rows") {
    Document document = documentWithScores(Matrix<double>::Ones(3, 3), DType::float64);
    document.tokens = {"a", "b", "c"};
    document.mask.rules = {newRule(MaskKind::causal, 3)};
    document.masking.softmax = SoftmaxOver::columns;
    CHECK(textOf(document, MatrixId::attention_weights) ==
          "Softmax is over columns, so rows need not add up to 1: their sums lie between 0.3333 "
          "and 1.8333.\n");
    document.masking.value = -kInfinity;
    document.mask.rules = {newRule(MaskKind::strict_causal, 3)};
    CHECK(textOf(document, MatrixId::attention_weights)
              .starts_with("1 of 3 columns of weights is NaN. The first is that of “c”.\n"));
}

TEST_CASE("narrator: the row with the most blocked weight is told by its share") {
    // Only the first row has a blocked token, which would get one of three equal weights.
    Document document = documentWithScores(Matrix<double>::Ones(3, 3), DType::float64);
    document.tokens = {"a", "b", "c"};
    document.mask.rules = {newRule(MaskKind::causal, 3)};
    flip(document.mask, {0, 2});
    flip(document.mask, {1, 2});
    CHECK(textOf(document, MatrixId::masked_scores)
              .ends_with("Without the mask, “a” would give 33.3% of its weight to blocked tokens, "
                         "the most of all tokens.\n"));
    document.masking.method = MaskingMethod::renormalize;
    CHECK(textOf(document, MatrixId::masked_weights)
              .find("The mask takes 33.3% of the weight of “a”, the most of all tokens.\n") !=
          std::string::npos);
}

TEST_CASE("narrator: a share that is told as less than 0.1% is not called the most") {
    Matrix<double> scores = Matrix<double>::Ones(3, 3);
    scores(0, 2) = -9;
    Document document = documentWithScores(scores, DType::float64);
    document.tokens = {"a", "b", "c"};
    document.mask.rules = {newRule(MaskKind::causal, 3)};
    flip(document.mask, {0, 1});
    flip(document.mask, {1, 2});
    CHECK(textOf(document, MatrixId::masked_scores)
              .ends_with("Without the mask, “a” would give less than 0.1% of its weight to blocked "
                         "tokens.\n"));
    document.masking.method = MaskingMethod::renormalize;
    CHECK(textOf(document, MatrixId::masked_weights)
              .find("The mask takes less than 0.1% of the weight of “a”.\n") != std::string::npos);
    // Two rows leak, the first with two blocked tokens.
    document.masking = {MaskingMethod::fill, -9};
    document.mask.flips.clear();
    CHECK(textOf(document, MatrixId::masked_scores)
              .find("“a” will give less than 0.1% of its weight to blocked tokens.\n") !=
          std::string::npos);
}

TEST_CASE("narrator: where a step has two results, each sentence names its matrix") {
    // Keys of one length, values of one length: only their numbers are told.
    Document document = documentWithScores(Matrix<double>::Ones(3, 3), DType::float64);
    document.weights.value = Matrix<double>(2 * document.weights.value.get());
    const std::string text = textOf(document, MatrixId::value);
    CHECK(text.find("The numbers of the keys lie between 0.0000 and 1.0000.\n") !=
          std::string::npos);
    CHECK(text.find("The numbers of the values lie between 0.0000 and 2.0000.\n") !=
          std::string::npos);
    Matrix<double> x = document.embeddings.get();
    x(0, 0) = x(1, 1) = 1e300;
    document.embeddings = x;
    document.weights.key = Matrix<double>(1e30 * document.weights.key.get());
    CHECK(textOf(document, MatrixId::key)
              .starts_with("2 of 3 rows of the keys hold numbers that are not finite"));
}

TEST_CASE("narrator: the largest weight of a value is told as such, not as most of it") {
    Document document =
        documentWithScores(Matrix<double>{{0, 0, 0}, {0, 0, 0}, {0.2, 0.1, 0.3}}, DType::float64);
    document.tokens = {"a", "b", "c"};
    CHECK(textOf(document, MatrixId::context)
              .starts_with("“c” gives its largest weight to its own value: 36.7%.\n"));
}

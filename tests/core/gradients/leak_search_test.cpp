#include "core/gradients/leak_search.h"

#include <doctest/doctest.h>

#include "core/gradients/other_embeddings.h"
#include "tests/core/leak_documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The first output after the last word became another number.
double firstOutput(const Document& document, double last) {
    const Document other = withEmbedding(document, document.n() - 1, Matrix<double>{{last}});
    return resultOf(other)(0, 0);
}

void checkThatItLeaksUnseen(const Document& document) {
    CHECK(influenceOf(document).leaks.empty());
    const LeakVerdict found = verdictOf(document);
    CHECK(found.kind == LeakKind::leaks);
    REQUIRE(found.example);
    CHECK(said(found).find("The derivative is exactly 0, but another embedding of \u201c") !=
          std::string::npos);
    const LeakExample& example = *found.example;
    const Matrix<double> after =
        resultOf(withEmbedding(document, example.token, example.embedding));
    CHECK(resultOf(document).row(example.output) == example.before);
    CHECK(distance(Matrix<double>(after.row(example.output)), example.after) == 0);
}

}  // namespace

TEST_CASE("add_allowed: a blocked score that is large enough takes all the weight") {
    Document document = ofNumbers({1, 0}, 200);
    document.masking.method = MaskingMethod::add_allowed;
    CHECK(firstOutput(document, 0) == 1);
    CHECK(firstOutput(document, 2) == 2);
    checkThatItLeaksUnseen(document);
}

TEST_CASE("zero: a blocked score that is large enough takes the weight from the others") {
    Document document = ofNumbers({1, 0}, 200);
    document.masking.method = MaskingMethod::zero;
    CHECK(firstOutput(document, 0) == 1);
    CHECK(firstOutput(document, 2) == 0);
    checkThatItLeaksUnseen(document);
}

TEST_CASE("renormalize: what a large blocked score leaves to the others is rounded") {
    Document document = ofNumbers({3, 2, 0}, 0.5);
    document.masking.method = MaskingMethod::renormalize;
    const auto second = [&](double last) {
        return resultOf(withEmbedding(document, 2, Matrix<double>{{last}}))(1, 0);
    };
    CHECK(isClose(second(0), 2.7311, 1e-4));
    CHECK(influenceOf(document).leaks.empty());
    const LeakVerdict found = verdictOf(document);
    CHECK(found.kind == LeakKind::rounding);
    CHECK(found.leaks.empty());
    REQUIRE(found.example);
    CHECK(found.example->embedding.cwiseAbs().maxCoeff() <= 3);  // the largest number
    CHECK(found.example->size > 0);
    CHECK(found.example->size <= kRoundingPlaces * 0x1p-22);  // beside 2 to 4
    CHECK(said(found).starts_with(
        "Rounding only. All 3 derivatives of blocked pairs are exactly 0. In a blocked "
        "pair, the embeddings tried that are no larger than the document\u2019s numbers move the "
        "output by at most "));
    CHECK(said(found).find(" No embedding with numbers of at most 3 moves it by more than ") !=
          std::string::npos);
    // The second query is 1, so the blocked score is the last number itself; the largest allowed
    // score is 3, and 87.3 above it the weights of the allowed keys are no longer normal numbers.
    CHECK(said(found).ends_with(
        " Larger ones do more: from a blocked score of about 90.3 on, the allowed weights of "
        "\u201ct2\u201d lose more and more digits in float32. Dividing by their sum cannot restore "
        "them."));
    CHECK(std::abs(second(90) - second(0)) <= kRoundingPlaces * 0x1p-22);
    CHECK(std::abs(second(104) - second(0)) > 0.01);
    CHECK(std::isnan(second(200)));
}

TEST_CASE("renormalize: a move that is not of rounding size is a leak") {
    // The query of the first token is 20, so that numbers of up to 20 make a blocked score of 400.
    Document document = ofNumbers({1, 0.5}, 20);
    document.masking.method = MaskingMethod::renormalize;
    CHECK(influenceOf(document).leaks.empty());
    checkThatItLeaksUnseen(document);
}

TEST_CASE("what -1e9 holds off leaks where the last word is 1e8, and says so there") {
    Document document = ofNumbers({20, 0.5}, 1);
    document.masking.method = MaskingMethod::add;
    CHECK(verdictOf(document).kind == LeakKind::not_here);
    CHECK(firstOutput(document, 0.5) == 20);
    CHECK(firstOutput(document, 1e8) == 1e8);
    CHECK(verdictOf(withEmbedding(document, 1, Matrix<double>{{1e8}})).kind == LeakKind::leaks);
    document.masking.value = -std::numeric_limits<double>::infinity();
    CHECK(firstOutput(document, 1e8) == 20);
    CHECK(verdictOf(document).kind == LeakKind::cannot);
}

TEST_CASE("in float16 a word needs no large numbers to get past the lowest value there is") {
    Document document = ofNumbers({10, 1}, 4);
    document.dtype = DType::float16;
    document.masking = {MaskingMethod::add, -65504, MaskingOrder::after_scale};
    CHECK(verdictOf(document).kind == LeakKind::not_here);  // scores end where the value begins
    document.masking.value = -2e4;
    checkThatItLeaksUnseen(document);
}

TEST_CASE(
    "a derivative too small for usual numbers is shown by the numbers on its way, or is no "
    "leak") {
    Document document = poem();
    document.dtype = DType::float64;
    document.masking.value = -200;
    LeakVerdict found = verdictOf(document);
    CHECK(found.kind == LeakKind::leaks);
    REQUIRE(found.example);
    CHECK(found.example->embedding.cwiseAbs().maxCoeff() > 1e60);

    document = ofNumbers({1e6, 0}, 1e-12);  // beside which 1e-44 of any float is nothing
    document.masking.value = -100;
    found = verdictOf(document);
    CHECK(found.kind == LeakKind::not_here);
    CHECK(found.leaks.empty());
    CHECK(said(found) ==
          "No leak found. A derivative of 1.4e\u221244 is not 0, but too small to change a number "
          "in float32. Trying 64 other embeddings for each blocked token changed no output that "
          "must not "
          "depend on it. Larger "
          "embeddings may leak: "
          "\u2212100 is a finite value.");
}

TEST_CASE("other embeddings are always the same, of the dtype, and of every size") {
    for (const DTypeInfo& dtype : kDTypes) {
        const Document document = randomDocument({.dtype = dtype.dtype});
        const double largest = largestNumber(document);
        const auto round = [&](double number) { return roundedTo(number, dtype.kind); };
        OtherEmbeddings one(document, 1, kLeakTries);
        OtherEmbeddings same(document, 1, kLeakTries);
        for (Index k = 0; k < kLeakTries; ++k) {
            const Matrix<double> row = one.next();
            CHECK(row == same.next());
            CHECK(row == roundedTo(row, dtype.dtype));
            CHECK(row.allFinite());
            if (k < 3) CHECK(row == document.embeddings.get().row((2 + k) % 4));
            const double size = row.cwiseAbs().maxCoeff();
            if (k == 3) CHECK(row == -document.embeddings.get().row(1).unaryExpr(round));
            if (k == 4 || k == 5) CHECK(isClose(size / largest, 1, 0.01));
            if (k >= 6 && k < 9) {
                CHECK(row == -document.embeddings.get().row((k - 4) % 4).unaryExpr(round));
            }
            if (k == 9) CHECK(isClose(size / largest * 1e3, 1, 0.01));
            if (k == kLeakTries - 1) {
                CHECK(isClose(size / std::min(1e6 * largest, dtype.largest), 1, 0.01));
            }
        }
    }
}

TEST_CASE("a search that would take too long tries fewer embeddings, then fewer words") {
    const auto text = [](Index tokens) {
        return said(verdictOf(randomDocument({.tokens = tokens, .d_in = 1, .d_k = 1, .d_v = 1})));
    };
    CHECK(text(400).find("2 other embeddings for each blocked token changed no output that must "
                         "not depend on it.") != std::string::npos);
    CHECK(text(1200).find(
              "Trying one other embedding for each of 102 of 1,199 blocked tokens changed no "
              "output that must not depend on it.") != std::string::npos);
}

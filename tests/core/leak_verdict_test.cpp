#include <limits>

#include <doctest/doctest.h>

#include "core/explain/masking_words.h"
#include "tests/core/documents.h"
#include "tests/core/leak_documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the mistaken methods leak") {
    for (const MaskingInfo& method : kMaskingMethods) {
        CAPTURE(method.name);
        Document document = poem();
        document.masking.method = method.method;
        const Influence found = influenceOf(document);
        if (!wordsOf(method.method).is_mistake) {
            CHECK(found.leaks.empty());
            CHECK(found.verdict ==
                  "No leak. No output depends on a later word: three cells are exactly 0.");
        } else {
            CHECK(found.leaks == std::vector<Cell>{{0, 1}, {0, 2}, {1, 2}});
            CHECK(found.verdict ==
                  "Leaks. \u201cWrite\u201d sees \u201ca\u201d and \u201cpoem\u201d, "
                  "\u201ca\u201d sees \u201cpoem\u201d.");
        }
    }
}

TEST_CASE("a token's own row is no leak, though a strict mask blocks it") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    document.masking.method = MaskingMethod::zero_rows;
    const Influence found = influenceOf(document);
    CHECK(found.norms(2, 2) > 0);  // its query
    CHECK(found.norms(0, 0) == 0);
    CHECK(found.leaks.empty());
    CHECK(found.verdict ==
          "No leak. No output depends on a later word: three cells are exactly 0.");
}

TEST_CASE("an empty row that was filled with a finite value sees every value") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    const Influence found = influenceOf(document);
    CHECK(found.leaks == std::vector<Cell>{{0, 1}, {0, 2}});
    CHECK(found.verdict == "Leaks. \u201cWrite\u201d sees \u201ca\u201d and \u201cpoem\u201d.");
}

TEST_CASE("NaN rows are no leak and are named") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::strict_causal}};
    document.masking.value = -std::numeric_limits<double>::infinity();
    Influence found = influenceOf(document);
    CHECK(found.norms.row(0).array().isNaN().all());
    CHECK(found.norms(1, 2) == 0);
    CHECK(found.leaks.empty());
    CHECK(found.verdict ==
          "No leak. No output depends on a later word: one cell is exactly 0. The output of "
          "\u201cWrite\u201d is NaN, so what it depends on is not defined.");

    document.mask.rules = {MaskRule{MaskKind::offset, -3}};
    found = influenceOf(document);
    CHECK(found.norms.array().isNaN().all());
    CHECK(
        found.verdict ==
        "No verdict. The outputs of \u201cWrite\u201d, \u201ca\u201d and \u201cpoem\u201d are NaN, "
        "so what they depend on is not defined.");
}

TEST_CASE("masks other than the causal one hide tokens, not later words") {
    Document document = poem();
    document.mask.rules = {MaskRule{MaskKind::sliding_window, 1}};
    CHECK(influenceOf(document).verdict ==
          "No leak. No output depends on a masked token: six cells are exactly 0.");
    document.mask.rules = {MaskRule{MaskKind::causal}};
    flip(document.mask, {0, 1});
    CHECK(influenceOf(document).verdict ==
          "No leak. No output depends on a masked token: two cells are exactly 0.");
    flip(document.mask, {0, 1});
    flip(document.mask, {1, 1});  // its own cell does not matter
    CHECK(influenceOf(document).verdict ==
          "No leak. No output depends on a later word: three cells are exactly 0.");
}

TEST_CASE("the verdict on a long sentence names a few tokens and counts the others") {
    Wanted wanted{.tokens = 8};
    wanted.masking.method = MaskingMethod::zero;
    Document document = randomDocument(wanted);
    CHECK(influenceOf(document).verdict ==
          "Leaks. \u201ct1\u201d sees \u201ct2\u201d, \u201ct3\u201d, \u201ct4\u201d and 4 more, "
          "\u201ct2\u201d sees \u201ct3\u201d, \u201ct4\u201d, \u201ct5\u201d and 3 more, "
          "\u201ct3\u201d sees \u201ct4\u201d, \u201ct5\u201d, \u201ct6\u201d and 2 more, "
          "and 4 more see later words.");
    document.masking.method = MaskingMethod::fill;
    CHECK(influenceOf(document).verdict ==
          "No leak. No output depends on a later word: 28 cells are exactly 0.");
}

TEST_CASE("the verdict tells repeated and empty tokens apart") {
    Document document = poem();
    document.tokens = {"the", "", "the"};
    document.masking.method = MaskingMethod::zero;
    CHECK(influenceOf(document).verdict ==
          "Leaks. \u201cthe\u201d sees \u201c\u2205\u201d and \u201cthe\u2082\u201d, "
          "\u201c\u2205\u201d sees \u201cthe\u2082\u201d.");
}

// Sums that are too long for a line, or have nothing to add up.
#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/explain/explain.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("long sums are folded in the middle and open in full") {
    const Document document = randomDocument({.tokens = 12, .d_in = 20, .d_k = 9});
    const Trace trace = attend(document);
    const auto terms = [](const TextLine& line) {
        std::size_t count = 0;
        const std::string text = plain(line);
        for (std::size_t at = 0; (at = text.find("\u00d7", at)) != std::string::npos; ++at) ++count;
        return count;
    };
    const Explanation folded = explainCell(document, trace, MatrixId::query, 0, {3, 1});
    CHECK(folded.folded);
    CHECK(terms(folded.lines[1]) == 5);
    CHECK(plain(folded.lines[1]).find(" + \u2026 15 more \u2026 + ") != std::string::npos);
    const ExplainOptions all{.decimals = 2, .most_terms = 1000};
    const Explanation open = explainCell(document, trace, MatrixId::query, 0, {3, 1}, all);
    CHECK(!open.folded);
    CHECK(terms(open.lines[1]) == 20);

    // Masked keys of a long row are counted, not listed.
    const Explanation row = explainCell(document, trace, MatrixId::attention_weights, 0, {1, 0});
    CHECK(row.folded);
    CHECK(plain(row.lines[0]).ends_with(" + 10 blocked )"));
    const Explanation last = explainCell(document, trace, MatrixId::attention_weights, 0, {11, 0});
    CHECK(plain(last.lines[0]).find("\u2026 7 more \u2026") != std::string::npos);
    for (const std::size_t most : {0u, 1u, 2u, 3u}) {
        const ExplainOptions few{.decimals = 1, .most_terms = most};
        CHECK(explainCell(document, trace, MatrixId::scores, 0, {2, 2}, few).folded);
    }
}

TEST_CASE("a score of nothing says that there is nothing to add up") {
    const Document document = randomDocument({.d_k = 0});
    const Trace trace = attend(document);
    const Explanation score = explainCell(document, trace, MatrixId::scores, 0, {1, 0});
    CHECK(plain(score.lines[1]) == "nothing to add up: the sum is 0 = 0.0000");
    CHECK(plain(score.meaning).ends_with("have no numbers, so the score is 0."));
    const Explanation scaled = explainCell(document, trace, MatrixId::scaled_scores, 0, {1, 0});
    CHECK(plain(scaled.lines[1]) == "0.0000 / \u221a0 = 0.0000 / 0.0000 = NaN");
    CHECK(plain(scaled.meaning).ends_with("The divisor is 0, so the result is NaN."));
}

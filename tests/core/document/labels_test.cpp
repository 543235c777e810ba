// Labels of tokens: distinct, short, and each for itself where scripts run the other way.
#include "core/document/labels.h"

#include <set>

#include <doctest/doctest.h>

#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/explain/explain.h"
#include "tests/core/documents.h"
#include "tests/core/plain_text.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr const char* kLong = "Donaudampfschifffahrtsgesellschaft";

}  // namespace

TEST_CASE("a text is shortened to so many characters, the last of them an ellipsis") {
    CHECK(shortenedTo("poem", 4) == "poem");
    CHECK(shortenedTo("poems", 4) == "poe\u2026");
    CHECK(shortenedTo("\u00e4\u00f6\u00fc\u00df", 4) == "\u00e4\u00f6\u00fc\u00df");
    CHECK(shortenedTo("\u00e4\u00f6\u00fc\u00dfx", 4) == "\u00e4\u00f6\u00fc\u2026");
    CHECK(shortenedTo("", 4).empty());
    CHECK(shortenedTo("abc", std::string::npos) == "abc");
}

TEST_CASE("a long token keeps its beginning, and its own number") {
    const std::string other = std::string(kLong) + "skapitaen";
    const std::vector<std::string> labels = tokenLabels({kLong, "a", other, kLong});
    CHECK(labels[0] == "Donaudampfschifffahrtsg\u2026");
    CHECK(labels[1] == "a");
    CHECK(std::set<std::string>(labels.begin(), labels.end()).size() == 4);
    const std::vector<std::string> whole = wholeLabels({kLong, "a", other, kLong});
    CHECK(whole[0] == kLong);
    CHECK(whole[2] == other);
    CHECK(whole[3] == std::string(kLong) + "\u2082");
}

TEST_CASE("words from right to left are isolated, all others are not") {
    CHECK(tokenLabels({"\u05e9\u05dc"}).front() == "\u2068\u05e9\u05dc\u2069");
    CHECK(tokenLabels({"\u0645", "\u0645"}).back() == "\u2068\u0645\u2082\u2069");
    CHECK(tokenLabels({"\u0416"}).front() == "\u0416");
}

TEST_CASE("explanations name long tokens in short, tooltips in full") {
    Document document = documentWithScores(Matrix<double>::Ones(2, 2), DType::float64);
    document.tokens = {"a", kLong};
    document.mask.rules = {MaskRule{}};
    const Trace trace = attend(document);
    const Explanation explained =
        explainCell(document, trace, MatrixId::attention_weights, 0, {0, 1});
    CHECK(plainText(explained.subject).find(kLong) == std::string::npos);
    CHECK(plainText(explained.subject).find("A[a, Donaudampf") == 0);
    CHECK(plain(explained.meaning).find(kLong) == std::string::npos);
    CHECK(plain(explained.meaning).find("Donaudampf") != std::string::npos);
    CHECK(plainText(cellName(document, wholeLabels(document.tokens), MatrixId::attention_weights, 0,
                             {0, 1})) == "A[a, " + std::string(kLong) + "]");
}

// Texts of lessons with numbers in them.
#include "core/lesson/lesson_text.h"

#include <doctest/doctest.h>

#include "core/words/say.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

LocalText twoLanguages(const std::string& en, const std::string& id) {
    LocalText text;
    text.set("en", en);
    text.set("id", id);
    return text;
}

LessonText parsedText(const LocalText& source, const ExpressionScope& scope = {}) {
    Checked<LessonText> text = parseLessonText(source, scope);
    REQUIRE_MESSAGE(text, (text ? std::string() : test::placed(text.error())));
    return *std::move(text);
}

/// A text in English about the three tokens, at the step that asks for a number.
std::string saidText(const std::string& source, const LocalNames& names = {}) {
    const ExpressionScope scope{.has_answer = true, .has_right = true};
    const LessonFacts facts = test::factsAt(test::lessonOfThreeTokens(), 1);
    return english().text(filled(parsedText(source, scope), facts, names));
}

std::string faultOfText(const LocalText& source) {
    const Checked<LessonText> text = parseLessonText(source, {});
    REQUIRE(!text);
    return test::placed(text.error());
}

TEST_CASE("a slot writes its value in its form") {
    CHECK(saidText("{attention_weights[0][2]}") == "0.2205");
    CHECK(saidText("{count: n + 0.2}") == "3");
    CHECK(saidText("{decimals 2: exp(1)}") == "2.72");
    CHECK(saidText("{decimals 0: 2.4}") == "2");
    CHECK(saidText("{short: value}") == "−1");
    CHECK(saidText("{percent: attention_weights[0][2]}") == "22.1%");
    CHECK(saidText("{token: argmax(attention_weights[2])}") == "“poem”");
    CHECK(saidText("{method} {rules} {tokens[1]}") == "fill causal a");
    CHECK(saidText("{-1e9} {-inf} {inf - inf}") == "−1e9 −∞ NaN");
}

TEST_CASE("a slot chooses by a count or a word") {
    CHECK(saidText("{leaks, plural, =0 {none} one {# pair leaks} other {# pairs leak}}") ==
          "3 pairs leak");
    CHECK(saidText("{count(mask[0]), plural, one {# key} other {# keys}}") == "1 key");
    CHECK(saidText("{verdict, select, leaks {It leaks by {leaks}.} other {It holds.}}") ==
          "It leaks by 3.0000.");
    CHECK(saidText("{max(1, n), plural, one {a} other {# tokens}}") == "3 tokens");
}

TEST_CASE("marks, terms and quoted braces stand beside slots") {
    CHECK(saidText("e<sup>{short: value}</sup> in a <b>{@row}</b>") == "e^−1 in a row");
    CHECK(saidText("'{'0'}' is a token's place: {token: 0}") == "{0} is a token's place: “Write”");
}

TEST_CASE("an answer is told back in a reply, the right number behind it") {
    CHECK(saidText("Not {percent: answer}, but {right}.", {.answer = 0.5, .right = 0.25}) ==
          "Not 50.0%, but 0.2500.");
    CHECK(saidText("{token: answer_row} and {token: answer_col}",
                   {.answer_row = 0, .answer_col = 2}) == "“Write” and “poem”");
}

TEST_CASE("a text is said in the reader's language, else in one that it has") {
    const LessonText both = parsedText(twoLanguages("{count: n} tokens", "token: {count: n}"));
    const LessonFacts facts = test::factsAt(test::lessonOfThreeTokens(), 1);
    CHECK(english().text(filled(both, facts)) == "3 tokens");
    CHECK(wordingIn(*findLanguage("id")).text(filled(both, facts)) == "token: 3");
    const LessonText plain = parsedText("{n}");
    CHECK(wordingIn(*findLanguage("id")).text(filled(plain, facts)) == "3.0000");
    CHECK(english().text(filled(LessonText(), facts)).empty());
}

TEST_CASE("a slot without a value reads as a question mark, and is a fault") {
    const LessonText text =
        parsedText("{scores[7][0]} {token: 9} {scores[7][0], plural, other {#}}");
    const LessonFacts facts = test::factsAt(test::lessonOfThreeTokens(), 1);
    CHECK(english().text(filled(text, facts)) == "0 ? 0");
    CHECK(test::placed(slotFaults(text, facts)) ==
          "{scores[7][0]}: index 7 of scores is outside, expected 0 to 2\n"
          "{9}: is outside the sentence, expected the position of a token from 0 to 2");
}

TEST_CASE("what a text cannot be is told with its language or its slot") {
    CHECK(faultOfText("{scores[0") == ": column 10: expected ,");
    CHECK(faultOfText("{}") == ": column 2: expected an expression in the braces");
    CHECK(faultOfText("a }") == ": column 3: expected no closing brace or tag here");
    CHECK(faultOfText("{nothing}") == "{nothing}: is “nothing”, expected a quantity");
    CHECK(faultOfText("{loud: n}") ==
          "{loud: n}: is “loud”, expected count, decimals and their number, short, percent or "
          "token before the colon");
    CHECK(faultOfText("{decimals 9: n}").starts_with("{decimals 9: n}: is “decimals 9”"));
    CHECK(faultOfText("{percent: method}") ==
          "{percent: method}: method is a word, expected a number");
    CHECK(faultOfText("{n, select, other {x}}") == "{n}: n is a number, expected a word");
    CHECK(faultOfText("{@nothing}") ==
          ": “nothing” is not a term, expected row, rows, column, columns or above_diagonal");
    CHECK(faultOfText(twoLanguages("{n}", "{heads}")) ==
          "id: has other slots than the first language, expected the same expressions");
    CHECK(faultOfText(twoLanguages("{n}", "{")) ==
          "id: column 2: expected an expression in the braces");
    std::string deep;
    for (int k = 0; k < 50; ++k) deep += "<b>";
    CHECK(faultOfText(deep).find("at most 16 tags") != std::string::npos);
}

}  // namespace
}  // namespace lookback

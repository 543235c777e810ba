// Expressions of lessons: what they are, and what their numbers are.
#include "core/lesson/lesson_expression.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "core/lesson/evaluate.h"
#include "core/lesson/lesson_functions.h"
#include "tests/core/documents.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Evaluates an expression about a document. The fault in English, where it has one.
struct Evaluated {
    std::optional<double> number{};
    std::vector<double> list{};
    std::vector<std::string> words{};
    std::string fault{};
};

Evaluated evaluated(std::string_view text, const LessonFacts& facts, const LocalNames& names = {},
                    ExpressionScope scope = {}) {
    scope.subject = facts.subject();
    const Result<Expression> read = parseLessonExpression(text, scope);
    if (!read) return {.fault = test::said(read.error())};
    const Result<ExpressionValue> value = evaluate(*read, facts, names);
    if (!value) return {.fault = test::said(value.error())};
    if (value->is_word) return {.words = value->words};
    if (value->is_list) return {.list = value->numbers.numbers};
    return {.number = value->numbers.numbers.front()};
}

/// Three tokens with one head, and four with two.
LessonFacts small() { return test::factsAt(test::lessonOfThreeTokens(), 0); }
Document wide() {
    return test::randomDocument({.tokens = 4, .heads = 2, .output = true, .dtype = DType::float64});
}

double numberIn(std::string_view text) {
    const LessonFacts facts = small();
    const Evaluated value = evaluated(text, facts);
    CAPTURE(text);
    CAPTURE(value.fault);
    REQUIRE(value.number);
    return *value.number;
}

std::string faultIn(std::string_view text) {
    const LessonFacts facts = small();
    return evaluated(text, facts).fault;
}

TEST_CASE("numbers, signs, operators and constants follow the rules of arithmetic") {
    CHECK(numberIn("2 + 3 * 4") == 14);
    CHECK(numberIn("(2 + 3) * 4") == 20);
    CHECK(numberIn("2 - 3 - 4") == -5);
    CHECK(numberIn("8 / 4 / 2") == 1);
    CHECK(numberIn("-2 ^ 2") == -4);
    CHECK(numberIn("2 ^ 3 ^ 2") == 512);
    CHECK(numberIn("2 ^ -1") == 0.5);
    CHECK(numberIn("--3") == 3);
    CHECK(numberIn("1e-2") == 0.01);
    CHECK(numberIn(".5") == 0.5);
    CHECK(numberIn("-inf") == -kUnbounded);
    CHECK(numberIn("e ^ 0 + pi - pi") == 1);
    CHECK(std::isnan(numberIn("inf - inf")));
}

TEST_CASE("functions work number by number, or on all numbers") {
    CHECK(numberIn("exp(log(3))") == doctest::Approx(3));
    CHECK(numberIn("sqrt(9) + abs(-2) + tanh(0)") == 5);
    CHECK(numberIn("round(2.5) + floor_of(2.9) + ceil(2.1)") == 8);
    CHECK(numberIn("sum(1, 2, 3) + mean(2, 4)") == 9);
    CHECK(numberIn("max(1, 5, 3) - min(4, 2)") == 3);
    CHECK(numberIn("count(0, 1, -2) + length(0, 0, 0)") == 5);
    CHECK(numberIn("argmax(1, 5, 5)") == 1);
    CHECK(numberIn("argmin(3, 1, 2)") == 1);
    CHECK(std::isnan(numberIn("max(1, inf - inf)")));
    CHECK(numberIn("argmax(1, inf - inf, 7)") == 1);
    CHECK(numberIn("pick(embeddings[2], 1)") == doctest::Approx(-2.16));
    CHECK(numberIn("dot(query[0], key[0])") == doctest::Approx(numberIn("scores[0][0]")));
}

TEST_CASE("paths name cells, rows, columns, ranges and heads of the trace") {
    const Document document = wide();
    const Trace trace = attend(document);
    const LessonFacts facts = test::factsOf(document);
    const MatrixView weights = trace.view(MatrixId::attention_weights, 0);
    const MatrixView second = trace.view(MatrixId::attention_weights, 1);
    CHECK(evaluated("attention_weights[2][1]", facts).number == weights(2, 1));
    CHECK(evaluated("attention_weights[1][2][1]", facts).number == second(2, 1));
    CHECK(evaluated("attention_weights[3]", facts).list ==
          std::vector{weights(3, 0), weights(3, 1), weights(3, 2), weights(3, 3)});
    CHECK(evaluated("attention_weights[2..3][0]", facts).list ==
          std::vector{weights(2, 0), weights(3, 0)});
    CHECK(evaluated("attention_weights[..][1]", facts).list ==
          std::vector{weights(0, 1), weights(1, 1), weights(2, 1), weights(3, 1)});
    CHECK(evaluated("sum(attention_weights)", facts).number == doctest::Approx(4));
    CHECK(evaluated("attention_weights[n - 1][argmax(attention_weights[n - 1])]", facts).number ==
          evaluated("max(attention_weights[3])", facts).number);
    CHECK(evaluated("weights.output[3][2]", facts).number == (*document.weights.output)(3, 2));
    CHECK(evaluated("mask[0]", facts).list == std::vector<double>{1, 0, 0, 0});
    // Alone, the name is that of the masking's value.
    CHECK(evaluated("value", facts).number == document.masking.value);
    CHECK(evaluated("value[0][1]", facts).number == trace.view(MatrixId::value, 0)(0, 1));
    CHECK(evaluated("embeddings[1][2]", facts).number == document.embeddings(1, 2));
    const auto row = evaluated("scores[1] / sqrt(d_k)", facts).list;
    REQUIRE(row.size() == 4);
    CHECK(row[2] == doctest::Approx(trace.view(MatrixId::scaled_scores, 0)(1, 2)));
    const auto weights_again = evaluated("softmax(masked_scores[2])", facts).list;
    CHECK(weights_again[0] == doctest::Approx(weights(2, 0)));
    CHECK(weights_again[3] == 0);
}

TEST_CASE("the head in sight is that of the place") {
    LessonMoment moment{.document = std::make_shared<const Document>(wide())};
    moment.standing.head = 1;
    const LessonFacts facts(moment);
    CHECK(evaluated("scores[1][0]", facts).number == evaluated("scores[1][1][0]", facts).number);
    CHECK(evaluated("place.head", facts).number == 1);
    moment.standing.head = 2;
    CHECK(evaluated("scores[1][0]", LessonFacts(moment)).fault ==
          "head 2 was not found, expected 0 to 1");
    CHECK(evaluated("mask[1][0]", LessonFacts(moment)).number == 1);
}

TEST_CASE("quantities of a document are those of the document") {
    const Document document = wide();
    const LessonFacts facts = test::factsOf(document);
    const auto number = [&](std::string_view text) { return *evaluated(text, facts).number; };
    CHECK(number("n") == 4);
    CHECK(number("d_in") == 3);
    CHECK(number("d_k") == 2);
    CHECK(number("d_v") == 2);
    CHECK(number("heads") == 2);
    CHECK(number("divisor") == doctest::Approx(std::sqrt(2)));
    CHECK(number("softcap") == 0);
    CHECK(number("largest") == std::numeric_limits<double>::max());
    CHECK(number("smallest") == -std::numeric_limits<double>::max());
    CHECK(number("leaks") == 0);
    CHECK(number("row_sum[2]") == doctest::Approx(1));
    CHECK(number("column_sum[0]") == doctest::Approx(number("sum(attention_weights[..][0])")));
    CHECK(number("influence[0][3]") == 0);
    CHECK(number("influence[3][0]") > 0);
    const auto words = [&](std::string_view text) { return evaluated(text, facts).words; };
    using Words = std::vector<std::string>;
    CHECK(words("verdict") == Words{"not_here"});
    CHECK(words("method") == Words{"fill"});
    CHECK(words("order") == Words{"after_scale"});
    CHECK(words("softmax") == Words{"rows"});
    CHECK(words("dtype") == Words{"float64"});
    CHECK(words("encoding") == Words{"none"});
    CHECK(words("library") == Words{""});
    CHECK(words("rules") == Words{"causal"});
    CHECK(words("tokens") == Words{"t1", "t2", "t3", "t4"});
    CHECK(words("tokens[1..2]") == Words{"t2", "t3"});
    CHECK(words("place.mode") == Words{"lab"});
    CHECK(words("place.step") == Words{"embeddings"});
    CHECK(number("unmasked.leaks") == 0);
    CHECK(number("inverted.n") == 4);
}

TEST_CASE("variants are the document with one change") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const LessonFacts facts = test::factsAt(lesson, 5);
    const auto number = [&](std::string_view text) {
        const Evaluated value = evaluated(text, facts);
        CAPTURE(text);
        CAPTURE(value.fault);
        REQUIRE(value.number);
        return *value.number;
    };
    CHECK(number("unmasked.masked_scores[0][1]") == number("scaled_scores[0][1]"));
    CHECK(number("not_scaled.masked_scores[2][1]") == number("scores[2][1]"));
    CHECK(number("scaled_twice.masked_scores[2][1]") ==
          doctest::Approx(number("scores[2][1] / 2")));
    CHECK(number("sum(wrong_triangle.mask[0])") == 3);
    CHECK(number("sum(wrong_triangle.mask[2])") == 1);
    CHECK(number("sum(off_by_one.mask[0])") == 2);
    CHECK(number("sum(off_by_one.mask[2])") == 3);
    CHECK(number("sum(inverted.mask[0])") == 2);
    CHECK(number("over_columns.column_sum[1]") == doctest::Approx(1));
    CHECK(number("after_softmax.row_sum[0]") < 1);
    CHECK(number("added.masked_scores[1][0]") ==
          doctest::Approx(number("scaled_scores[1][0] + 1")));
    CHECK(number("multiplied.masked_scores[0][1]") == 0);
    CHECK(number("mask_of_zeros.masked_scores[0][1]") == 0);
    // Step 5 changed a number.
    CHECK(number("embeddings[2][0]") == 4);
    CHECK(number("opened.embeddings[2][0]") == doctest::Approx(4.41));
}

TEST_CASE("a mask that blocks its diagonal, off by one, lets it through") {
    Document document = wide();
    document.mask.rules = {newRule(MaskKind::strict_causal, document.n())};
    const LessonFacts facts = test::factsOf(document);
    CHECK(evaluated("off_by_one.mask[0]", facts).list == std::vector<double>{1, 0, 0, 0});
    CHECK(evaluated("off_by_one.mask[2]", facts).list == std::vector<double>{1, 1, 1, 0});
}

TEST_CASE("what an expression cannot be is told where it fails") {
    CHECK(faultIn("") == "ends too early, expected a number, a quantity, a function or “(”");
    CHECK(faultIn("1 +") == "ends too early, expected a number, a quantity, a function or “(”");
    CHECK(faultIn("1 2") == "cannot be read from “2” on, expected an operator or the end");
    CHECK(faultIn("(1") == "ends too early, expected “)” or “,”");
    CHECK(faultIn("scores[0") == "ends too early, expected “]” or “..”");
    CHECK(faultIn("1 $ 2") == "cannot be read from “$ 2” on, expected an operator or the end");
    CHECK(faultIn("attention_weight[0]") ==
          "is “attention_weight”, expected a quantity (did you mean “attention_weights”?)");
    CHECK(faultIn("summ(1)") == "is “summ”, expected a function (did you mean “sum”?)");
    CHECK(faultIn("unmasked.nothing") == "is “nothing”, expected a quantity");
    CHECK(faultIn("n[0]") == "n has 1 index, expected at most 0");
    CHECK(faultIn("mask[0][0][0]") == "mask has 3 indices, expected at most 2");
    CHECK(faultIn("exp(1, 2)") == "exp has 2 arguments, expected 1");
    CHECK(faultIn("dot(1)") == "dot has 1 argument, expected 2");
    CHECK(faultIn("method + 1") == "method is a word, expected a number");
    CHECK(faultIn("scores[method]") == "method is a word, expected a number");
    CHECK(faultIn("loss.A.150") == "loss is known only in a lesson on an experiment");
    CHECK(faultIn("it") == "it is known only in the condition on a cell or token");
    CHECK(faultIn("answer") == "answer is known only in a reply");
    CHECK(faultIn("right") == "right is known only after the answer to a number");
    CHECK(faultIn(std::string(501, '1')) == "is too long, expected at most 500 characters");
    CHECK(faultIn(std::string(100, '(')).find("fewer parentheses") != std::string::npos);
    CHECK(faultIn(std::string(100, '-') + "1").empty());
}

TEST_CASE("what has no value for these numbers is told") {
    CHECK(faultIn("scores[3][0]") == "index 3 of scores is outside, expected 0 to 2");
    CHECK(faultIn("scores[-1]") == "index -1 of scores is outside, expected 0 to 2");
    CHECK(faultIn("scores[0.5]") == "an index of scores is not a whole number");
    CHECK(faultIn("scores[2..1]") ==
          "a range ends before it begins, expected the smaller index first");
    CHECK(faultIn("scores[1][0][0]") == "index 1 of scores is outside, expected 0 to 0");
    CHECK(faultIn("output[0]") == "the document has no output");
    CHECK(faultIn("weights.output[0]") == "the document has no weights.output");
    CHECK(faultIn("scores[0] + scores[0..1][0]") ==
          "has lists of 3 and 2 numbers, expected equally long ones");
    CHECK(faultIn("pick(scores[0], 3)") == "index 3 of pick is outside, expected 0 to 2");
}

TEST_CASE("names of a place have the values of the place") {
    const LessonFacts facts = small();
    const std::vector<double> all{3, 4};
    const LocalNames names{.it = 3, .row = 1, .col = 0, .token = 2, .all = all, .answer = 0.5};
    const ExpressionScope scope{.has_candidate = true, .has_answer = true, .has_right = true};
    CHECK(evaluated("it + row + col + token", facts, names, scope).number == 6);
    CHECK(evaluated("max(all)", facts, names, scope).number == 4);
    CHECK(evaluated("answer", facts, names, scope).number == 0.5);
    CHECK(evaluated("scores[row][col]", facts, names, scope).number ==
          evaluated("scores[1][0]", facts).number);
    CHECK(evaluated("right", facts, names, scope).fault == "right has no value here");
}

TEST_CASE("an empty document has no cells, and that is said") {
    Document empty = wide();
    empty.tokens.clear();
    empty.embeddings = Matrix<double>(0, 3);
    const LessonFacts facts = test::factsOf(empty);
    CHECK(evaluated("n", facts).number == 0);
    CHECK(evaluated("sum(scores)", facts).number == 0);
    CHECK(std::isnan(*evaluated("max(scores)", facts).number));
    CHECK(evaluated("scores[0]", facts).fault ==
          "index 0 of scores is outside, expected an index, but it is empty");
}

}  // namespace
}  // namespace lookback

// Answers to tasks, right and wrong, and the mistakes that give them.
#include "core/lesson/judge.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "tests/core/documents.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

/// The judgement of an answer at a step of the lesson of three tokens: `right`, or the reply.
std::string replyTo(std::size_t step, const TaskAnswer& answer) {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const LessonFacts facts = test::factsAt(lesson, step);
    const Result<Judgement> judgement = judge(lesson.steps[step], answer, facts);
    if (!judgement) return "fault: " + test::said(judgement.error());
    return (judgement->is_right ? "right: " : "wrong: ") + english().text(judgement->reply);
}

/// A step that asks for one cell, with a named mistake.
LessonStep asking(const std::string& of, NamedMistake mistake) {
    LessonStep step;
    step.task = LessonTask{.ask = {}, .kind = NumberTask{.of = *parseLessonExpression(of, {})}};
    step.mistakes.push_back({.named = mistake});
    return step;
}

/// The wrong number of a mistake; the fault where it has none.
struct Mistaken {
    double number = std::numeric_limits<double>::quiet_NaN();
    std::string fault{};
};

Mistaken mistaken(const std::string& of, NamedMistake mistake, const LessonFacts& facts) {
    const LessonStep step = asking(of, mistake);
    const Result<double> number = wrongNumber(*step.task, step.mistakes.front(), facts);
    if (!number) return {.fault = test::said(number.error())};
    return {.number = *number};
}

TEST_CASE("a number is right within a distance; a wrong one is named") {
    CHECK(replyTo(1, 0.2205) == "right: ");
    CHECK(replyTo(1, 0.2205 + 0.009) == "right: ");
    CHECK(replyTo(1, 0.0) == "wrong: Not 0.0%.");
    CHECK(replyTo(1, 0.009) == "wrong: Not 0.9%.");
    CHECK(replyTo(1, 0.2416).starts_with("wrong: "));
    CHECK(replyTo(1, 0.7) == "wrong: Not 0.7000.");
    CHECK(replyTo(1, std::numeric_limits<double>::quiet_NaN()) == "wrong: Not NaN.");
    CHECK(replyTo(1, AnsweredToken{0}).starts_with("fault: "));
    CHECK(replyTo(0, 1.0).starts_with("fault: "));
}

TEST_CASE("an infinite answer must be met") {
    LessonStep step = asking("value", NamedMistake::no_mask);
    step.mistakes.clear();
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const LessonFacts facts = test::factsAt(lesson, 5, StepMoment::solved);
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    CHECK(judge(step, -kInfinite, facts)->is_right);
    CHECK(!judge(step, kInfinite, facts)->is_right);
    CHECK(!judge(step, -1e300, facts)->is_right);
}

TEST_CASE("a cell is right where the condition holds; others are named, or outside") {
    const MatrixId a = MatrixId::attention_weights;
    CHECK(replyTo(2, AnsweredCell{a, 0, {0, 0}}) == "right: ");
    CHECK(replyTo(2, AnsweredCell{a, 0, {0, 2}}) == "wrong: “poem” is blocked.");
    CHECK(replyTo(2, AnsweredCell{a, 0, {1, 0}}) == "wrong: ");
    CHECK(replyTo(2, AnsweredCell{a, 0, {2, 0}}) == "wrong: ");                // not in question
    CHECK(replyTo(2, AnsweredCell{MatrixId::mask, 0, {0, 0}}) == "right: ");   // the same pair
    CHECK(replyTo(2, AnsweredCell{MatrixId::query, 0, {0, 0}}) == "wrong: ");  // no pair
    CHECK(replyTo(2, 0.5).starts_with("fault: "));
}

TEST_CASE("a token is right where the condition holds") {
    CHECK(replyTo(3, AnsweredToken{2}) == "right: ");
    CHECK(replyTo(3, AnsweredToken{0}) == "wrong: “Write” is the first.");
    CHECK(replyTo(3, AnsweredToken{1}) == "wrong: ");
    CHECK(replyTo(3, AnsweredToken{9}) == "wrong: ");
}

TEST_CASE("every choice has a reply") {
    CHECK(replyTo(4, AnsweredChoice{0}) == "wrong: No.");
    CHECK(replyTo(4, AnsweredChoice{1}) == "right: Yes.");
    CHECK(replyTo(4, AnsweredChoice{2}).starts_with("fault: "));
}

TEST_CASE("what is to be made is judged by its conditions") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const auto& make = std::get<MakeTask>(lesson.steps[5].task->kind);
    CHECK(isMade(make, test::factsAt(lesson, 5)) == false);
    CHECK(isMade(make, test::factsAt(lesson, 5, StepMoment::solved)) == true);
    CHECK(replyTo(5, 1.0).starts_with("fault: "));
    MakeTask any = make;
    any.needs_all = false;
    CHECK(isMade(any, test::factsAt(lesson, 5)) == true);
}

TEST_CASE("right answers are all that are right") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const auto right = [&](std::size_t step) {
        return *rightAnswers(*lesson.steps[step].task, test::factsAt(lesson, step));
    };
    REQUIRE(right(1).size() == 1);
    CHECK(std::get<double>(right(1).front()) == doctest::Approx(0.2205).epsilon(0.001));
    CHECK(right(2) ==
          std::vector<TaskAnswer>{AnsweredCell{MatrixId::attention_weights, 0, {0, 0}}});
    CHECK(right(3) == std::vector<TaskAnswer>{AnsweredToken{2}});
    CHECK(right(4) == std::vector<TaskAnswer>{AnsweredChoice{1}});
    CHECK(!rightAnswers(*lesson.steps[5].task, test::factsAt(lesson, 5)));
    CHECK(english().text(thenText(lesson.steps[1], test::factsAt(lesson, 1))) == "It is 0.2205.");
}

TEST_CASE("tokens in question may run down a column, or be the sentence") {
    const LessonFacts facts = test::factsAt(test::lessonOfThreeTokens(), 2);
    const auto places = [&](const std::string& cells) {
        CellTask task{.asks_token = true, .cells = *parseLessonExpression(cells, {})};
        task.cells.is_word = false;
        std::vector<Index> found;
        const auto all = candidates(task, facts);
        REQUIRE(all);
        for (const TaskAnswer& answer : *all) {
            found.push_back(std::get<AnsweredToken>(answer).place);
        }
        return found;
    };
    CHECK(places("attention_weights[1]") == std::vector<Index>{0, 1, 2});
    CHECK(places("attention_weights[1][1..2]") == std::vector<Index>{1, 2});
    CHECK(places("context[..][0]") == std::vector<Index>{0, 1, 2});
    CHECK(places("context[1..2][1]") == std::vector<Index>{1, 2});
    CHECK(places("tokens") == std::vector<Index>{0, 1, 2});
    CHECK(places("tokens[1..2]") == std::vector<Index>{1, 2});
    const CellTask block{.asks_token = true, .cells = *parseLessonExpression("scores", {})};
    CHECK(test::said(candidates(block, facts).error()) ==
          "two indices run, expected one that runs over tokens");
}

TEST_CASE("named mistakes give the number that the mistake gives") {
    const Document document =
        test::randomDocument({.tokens = 4, .heads = 2, .output = true, .masking = {.value = -1e9}});
    const LessonFacts facts = test::factsOf(document);
    const auto changed = [&](auto change, MatrixId id, Cell cell) {
        Document other = document;
        change(other);
        return attend(other).view(id, 0)(cell.row, cell.col);
    };
    const std::string asked = "attention_weights[2][1]";
    const MatrixId a = MatrixId::attention_weights;
    const auto number = [&](NamedMistake mistake) {
        return mistaken(asked, mistake, facts).number;
    };
    CHECK(number(NamedMistake::not_scaled) ==
          changed([](Document& d) { d.scale.kind = Scale::Kind::none; }, a, {2, 1}));
    CHECK(number(NamedMistake::scaled_twice) ==
          changed(
              [](Document& d) {
                  d.scale = {Scale::Kind::number, 2.0000000000000004};
              },
              a, {2, 1}));
    CHECK(number(NamedMistake::no_mask) == changed([](Document& d) { d.mask = {}; }, a, {2, 1}));
    CHECK(number(NamedMistake::over_columns) ==
          changed([](Document& d) { d.masking.softmax = SoftmaxOver::columns; }, a, {2, 1}));
    CHECK(number(NamedMistake::off_by_one) ==
          changed([](Document& d) { d.mask.rules = {{.kind = MaskKind::offset, .numbers = {1}}}; },
                  a, {2, 1}));
    CHECK(number(NamedMistake::wrong_triangle) == 0);
    CHECK(number(NamedMistake::after_softmax) ==
          changed([](Document& d) { d.mask = {}; }, a, {2, 1}));
    const Trace trace = attend(document);
    const MatrixView scores = trace.view(MatrixId::masked_scores, 0);
    CHECK(number(NamedMistake::transposed) == trace.view(a, 0)(1, 2));
    CHECK(number(NamedMistake::other_head) == trace.view(a, 1)(2, 1));
    CHECK(number(NamedMistake::not_normalized) == std::exp(scores(2, 1)));
    CHECK(number(NamedMistake::exponent_forgotten) ==
          scores(2, 1) / (scores(2, 0) + scores(2, 1) + scores(2, 2)));
    CHECK(mistaken("output[2][1]", NamedMistake::before_output, facts).number ==
          trace.view(MatrixId::context)(2, 1));
    CHECK(mistaken("scores[1][2][1]", NamedMistake::other_head, facts).number ==
          trace.view(MatrixId::scores, 0)(2, 1));
}

TEST_CASE("mistakes that are not possible are told") {
    const LessonFacts facts = test::factsAt(test::lessonOfThreeTokens(), 1);
    const auto fault = [&](const std::string& of, NamedMistake mistake) {
        return mistaken(of, mistake, facts).fault;
    };
    const std::string impossible = "this mistake cannot be computed for this cell";
    CHECK(fault("scores[1][0]", NamedMistake::other_head) == impossible);
    CHECK(fault("scores[1][0]", NamedMistake::not_normalized) == impossible);
    CHECK(fault("attention_weights[0][2]", NamedMistake::exponent_forgotten) == impossible);
    CHECK(fault("scores[1][0]", NamedMistake::before_output) == impossible);
    CHECK(fault("embeddings[2][0]", NamedMistake::transposed) == impossible);
    const std::string one =
        "a named mistake needs a task about one cell of a stage, such as scores[1][0]; expected "
        "when";
    CHECK(fault("scores[1]", NamedMistake::transposed) == one);
    CHECK(fault("sum(scores[1])", NamedMistake::transposed) == one);
    CHECK(fault("unmasked.attention_weights[0][1]", NamedMistake::no_mask) == one);
    CHECK(fault("n", NamedMistake::no_mask) == one);
}

}  // namespace
}  // namespace lookback

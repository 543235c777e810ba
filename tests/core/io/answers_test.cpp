// Answers of students: what is read, what is refused, and the table of a class.

#include "core/io/answers.h"

#include <cmath>
#include <sstream>

#include "tests/core/said.h"

#include <doctest/doctest.h>

namespace lookback {
namespace {

constexpr const char* kAda = R"({"lookback_answers": 1, "lesson": "masked-is-not-0", "seed": 7,
 "name": "Ada", "tasks": [{"first": "0", "last": "-0.40", "shown": false},
                          {"first": null, "last": 0.25, "shown": true}]})";

std::string tableOf(const std::vector<std::string>& files) {
    std::vector<StudentAnswers> students;
    for (const std::string& file : files) {
        const auto answers = readAnswers(file);
        REQUIRE_MESSAGE(answers.has_value(), (answers ? "" : test::placed(answers.error())));
        students.push_back(*answers);
    }
    std::ostringstream out;
    writeAnswersCsv(out, students);
    return out.str();
}

std::string faultsOfAnswers(const std::string& file) {
    const auto answers = readAnswers(file);
    REQUIRE(!answers);
    return test::placed(answers.error());
}

TEST_CASE("answers: a class is a row for each student, as long as the longest lesson") {
    const std::string bob =
        R"({"lookback_answers": 1, "lesson": "padding", "seed": "-3", "name": "",
 "tasks": [{"first": "=1+1", "last": "1,0", "shown": false}]})";
    CHECK(tableOf({kAda, bob}) ==
          "name,lesson,seed,first_1,last_1,shown_1,first_2,last_2,shown_2\n"
          "Ada,masked-is-not-0,7,0,-0.40,false,,0.25,true\n"
          ",padding,-3,\"'=1+1\",\"1,0\",false,,,\n");
    CHECK(tableOf({}) == "name,lesson,seed\n");
}

TEST_CASE("answers: what is written is read as the same") {
    StudentAnswers ada{.name = "Ada \"B.\"", .lesson = "padding", .seed = "7"};
    ada.tasks = {{.first = "0.5", .last = "-inf", .shown = false},
                 {.first = "", .last = "", .shown = true},
                 {.first = "choices[0]", .last = "scores[1][0]", .shown = false}};
    for (const char* const seed :
         {"0", "-3", "18446744073709551615", "340282366920938463463", "007"}) {
        ada.seed = seed;
        const auto read = readAnswers(writeAnswers(ada));
        REQUIRE_MESSAGE(read.has_value(), (read ? "" : test::placed(read.error())));
        CHECK(read->name == ada.name);
        CHECK(read->lesson == ada.lesson);
        CHECK(read->seed == seed);
        REQUIRE(read->tasks.size() == 3);
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(read->tasks[k].first == ada.tasks[k].first);
            CHECK(read->tasks[k].last == ada.tasks[k].last);
            CHECK(read->tasks[k].shown == ada.tasks[k].shown);
        }
    }
}

TEST_CASE("answers: each kind of answer is spelled as lessons spell it") {
    CHECK(answerText(0.1, 1) == "0.1");
    CHECK(answerText(-HUGE_VAL, 1) == "-inf");
    CHECK(answerText(AnsweredToken{2}, 1) == "tokens[2]");
    CHECK(answerText(AnsweredChoice{1}, 1) == "choices[1]");
    const AnsweredCell score{MatrixId::scores, 1, {2, 0}};
    CHECK(answerText(score, 1) == "scores[2][0]");
    CHECK(answerText(score, 2) == "scores[1][2][0]");
    CHECK(answerText(AnsweredCell{MatrixId::mask, 0, {2, 0}}, 2) == "mask[2][0]");
}

TEST_CASE("answers: every fault is told with its place") {
    CHECK(faultsOfAnswers(R"({"lookback_answers": 1, "lesson": 3, "seed": 1.5, "nam": "Ada",
 "tasks": [{"first": true, "last": "", "shown": 1}, {"last": [1, 0], "shown": false}]})") ==
          "nam: unknown field (did you mean “name”?)\n"
          "lesson: is 3, expected a text in quotes\n"
          "seed: is 1.5, expected a whole number\n"
          "name: is missing, expected a text\n"
          "tasks[0].first: is true, expected a text, a number or null\n"
          "tasks[0].shown: is 1, expected true or false\n"
          "tasks[1].first: is missing, expected a text, a number or null\n"
          "tasks[1].last: is a list of 2, expected a text, a number or null");
    CHECK(faultsOfAnswers(R"({"lookback_answers": 2})") ==
          "lookback_answers: was written by a newer version of Lookback (2), expected version 1");
    CHECK(faultsOfAnswers(R"({"lookback": 1})")
              .starts_with("lookback_answers: is missing, expected 1"));
    CHECK(faultsOfAnswers(R"({"lookback_answers": 1, "lesson": "a", "seed": "x", "name": "",
 "tasks": {}})")
              .find("tasks: is an object, expected a list") != std::string::npos);
}

}  // namespace
}  // namespace lookback

// Answers to tasks as people type them.
#include "app/widgets/typed_answer.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

namespace lookback {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST_CASE("a share is read as a number, a fraction or percent") {
    for (const char* const text :
         {"0.25", "0,25", "1/4", "25%", "25 %", " 25,0% ", "25", "100/4"}) {
        CAPTURE(text);
        CHECK(parseAnswer(text, AnswerUnit::percent) == 0.25);
    }
    CHECK(parseAnswer("1", AnswerUnit::percent) == 1);
    CHECK(parseAnswer("100", AnswerUnit::percent) == 1);
    CHECK(parseAnswer("0", AnswerUnit::percent) == 0);
}

TEST_CASE("a plain number is what was typed, and a percent sign still divides") {
    CHECK(parseAnswer("25", AnswerUnit::plain) == 25);
    CHECK(parseAnswer("25%", AnswerUnit::plain) == 0.25);
    CHECK(parseAnswer("-0,0700", AnswerUnit::plain) == -0.07);
}

TEST_CASE("infinities are read in both units") {
    for (const AnswerUnit unit : {AnswerUnit::plain, AnswerUnit::percent}) {
        CHECK(parseAnswer("-inf", unit) == -kInfinity);
        CHECK(parseAnswer("\u2212\u221e", unit) == -kInfinity);
        CHECK(parseAnswer("\u221e", unit) == kInfinity);
    }
}

TEST_CASE("what is not a number is refused") {
    for (const char* const text : {"", "%", "a lot", "1,424.5", "25%%"}) {
        CAPTURE(text);
        CHECK(!parseAnswer(text, AnswerUnit::percent));
    }
}

}  // namespace
}  // namespace lookback

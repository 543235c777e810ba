#include "core/base/text.h"
#include "tests/strange_numbers.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "core/base/foreign_text.h"
#include "core/words/say.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("numbers as a person reads them") {
    CHECK(formatNumber(1.23456, 4) == "1.2346");
    CHECK(formatNumber(-0.40222, 4) == "\u22120.4022");
    CHECK(formatNumber(2, 0) == "2");
    CHECK(formatAnswer(6) == "6");
    CHECK(formatAnswer(-65504) == "\u221265504");
    CHECK(formatAnswer(0.78542) == "0.7854");
    CHECK(formatAnswer(-kInfinity) == "\u2212\u221e");
    CHECK(formatNumber(-0.00001, 4) == "0.0000");
    CHECK(formatNumber(-0.0, 2) == "0.00");
    CHECK(formatNumber(-1e9, 4) == "\u22121e9");
    CHECK(formatNumber(1e30, 4) == "1e30");
    CHECK(formatNumber(-1.5e9, 4) == "\u22121.5e9");
    CHECK(formatNumber(123456, 1) == "123456.0");
    CHECK(formatNumber(kNaN, 4) == "NaN");
    CHECK(formatNumber(kInfinity, 4) == "\u221e");
    CHECK(formatNumber(-kInfinity, 4) == "\u2212\u221e");
    CHECK(formatNumber(3.4028234663852886e38, 4) == "3.403e38");
}

TEST_CASE("numbers that a person chose, in few digits") {
    CHECK(formatShort(2) == "2");
    CHECK(formatShort(-2.5) == "\u22122.5");
    CHECK(formatShort(-1e9) == "\u22121e9");
    CHECK(formatShort(1e6) == "1e6");
    CHECK(formatShort(-1e4) == "\u22121e4");
    CHECK(formatShort(-65504) == "\u221265504");
    CHECK(formatShort(1000) == "1000");
    CHECK(formatShort(3e-9) == "3e\u22129");
    CHECK(formatShort(1234567) == "1234567");
    CHECK(formatShort(1.7976931348623157e308) == "1.7976931348623157e+308");
    CHECK(formatShort(0.1) == "0.1");
    CHECK(formatShort(-0.0) == "0");
    CHECK(formatShort(-kInfinity) == "\u2212\u221e");
    CHECK(formatShort(kNaN) == "NaN");
}

TEST_CASE("an operand has more digits where they say more, and is never shown as 0") {
    CHECK(formatOperand(0.0722, 4) == "0.0722");
    CHECK(formatOperand(0.07218, 4, 1) == "0.07218");
    CHECK(formatOperand(-8, 4, 2) == "\u22128.0000");
    CHECK(formatOperand(0, 4, 2) == "0.0000");
    CHECK(formatOperand(1.234e-7, 4) == "1.2e\u22127");
    CHECK(formatOperand(-1.234e-7, 4, 1) == "\u22121.23e\u22127");
    CHECK(formatOperand(0.004, 2) == "0.004");
    CHECK(formatOperand(1234567, 4) == "1.235e6");
    CHECK(formatOperand(1234567, 4, 2) == "1.23457e6");
    CHECK(formatOperand(-kInfinity, 4, 2) == "\u2212\u221e");
    std::mt19937 generator(1);
    for (int k = 0; k < 2000; ++k) {
        const double sign = k % 2 == 0 ? 1 : -1;
        const double value = sign * std::pow(10.0, static_cast<double>(generator() % 20) - 10) *
                             (1 + 1e-9 * static_cast<double>(generator() % 1000000000));
        for (const int more : {0, 1, 3}) {
            std::string digits = formatOperand(value, 4, more);
            for (std::size_t at = 0; (at = digits.find("\u2212")) != std::string::npos;) {
                digits.replace(at, 3, "-");
            }
            CHECK(std::strtod(digits.c_str(), nullptr) == operandAsShown(value, 4, more));
            CHECK(operandAsShown(value, 4, more) != 0);
        }
    }
}

TEST_CASE("shares in percent") {
    CHECK(formatPercent(0.3606) == "36.1%");
    CHECK(formatPercent(1) == "100.0%");
    CHECK(formatPercent(0) == "0.0%");
    CHECK(formatPercent(0.0004) == "<0.1%");
    CHECK(formatPercent(0.0005) == "0.1%");
    CHECK(formatPercent(1e-30) == "<0.1%");
    CHECK(formatPercent(0.9994) == "99.9%");
    for (const double almost : {0.9996, 0.99999, 1 - 1e-7, 1 - 1e-14}) {
        CHECK(formatPercent(almost) == ">99.9%");
        CHECK(english().written(Share{almost}) == "more than 99.9%");
    }
    CHECK(english().written(Share{1}) == "100.0%");
    CHECK(formatPercent(kNaN) == "NaN");
}

TEST_CASE("the shortest digits read back exactly") {
    for (const double value : {0.1, 1.0 / 3, -2.5e-300, 1e22, 4.9e-324, 123456789.125}) {
        CHECK(std::strtod(shortestDigits(value, ScalarKind::float64).c_str(), nullptr) == value);
    }
    CHECK(shortestDigits(static_cast<double>(0.1f), ScalarKind::float32) == "0.1");
    CHECK(shortestDigits(0.1, ScalarKind::float64) == "0.1");
    CHECK(shortestDigits(-kInfinity, ScalarKind::float32) == "-inf");
    CHECK(shortestDigits(kNaN, ScalarKind::float64) == "nan");
    CHECK(roundedTo(0.1, ScalarKind::float32) == static_cast<double>(0.1f));
    CHECK(roundedTo(0.1, ScalarKind::float64) == 0.1);
}

TEST_CASE("of two near names, the one with the same beginning is meant") {
    constexpr std::array<std::string_view, 2> kNames{"rand32", "randn32"};
    CHECK(english().written(nearestHint("randn", kNames)) == " (did you mean “randn32”?)");
    CHECK(english().written(nearestHint("rand3", kNames)) == " (did you mean “rand32”?)");
    CHECK(english().written(nearestHint("dice", kNames)).empty());
}

TEST_CASE("quoted text") { CHECK(inQuotes("poem") == "\u201cpoem\u201d"); }

TEST_CASE("an excerpt of a foreign text has its letters, cut between them, and no control") {
    CHECK(excerpt("\u20ac1") == "\u201c\u20ac1\u201d");
    CHECK(excerpt("a\u202eb\x1b[2J\n\u2066") == "\u201ca?b?[2J??\u201d");
    CHECK(excerpt("a\xff\xc3") == "\u201ca??\u201d");
    // Texts of letters of one to four bytes, with an accent and without, around the limit.
    for (const std::string letter : {"a", "\u00e9", "\u4f60", "\U0001F642", "e\u0301", "\u05d0"}) {
        for (int count = 0; count < 90; ++count) {
            std::string text;
            for (int k = 0; k < count; ++k) text += letter;
            const std::string shown = excerpt(text);
            CAPTURE(shown);
            CHECK(isUtf8(shown));
            CHECK(shown.find('?') == std::string::npos);
            const std::size_t letters = letter == "e\u0301" ? 20 : 40;
            CHECK((shown == inQuotes(text)) == (text.size() <= letters * letter.size()));
        }
    }
}

TEST_CASE("text of others on one line commands no terminal") {
    CHECK(oneLine("a\x1b[2J\n\tb\x7f") == "a?[2J??b?");
    CHECK(oneLine("\u009b31m \u2028\u202e\u2066x\u2069") == "?31m ???x?");
    CHECK(oneLine("\x9b"
                  "a\xff") == "?a?");
    CHECK(oneLine("\u00e9\u4f60 \u05d0") == "\u00e9\u4f60 \u05d0");
    // Labels keep the isolates around words from right to left, where they are pairs.
    CHECK(sentenceLine("\u2068\u05d0\u2069\x1b") == "\u2068\u05d0\u2069?");
    CHECK(sentenceLine("\u2068\u05d0") == "?\u05d0");
    CHECK(sentenceLine("\u2069\u2068") == "??");
}

TEST_CASE("well-formed UTF-8") {
    CHECK(isUtf8(""));
    CHECK(isUtf8("na\u00efve \u4f60\u597d \U0001F642"));
    CHECK(!isUtf8("\xff"));
    CHECK(!isUtf8("\xc3"));              // cut off
    CHECK(!isUtf8("\xc0\xaf"));          // overlong
    CHECK(!isUtf8("\xe0\x80\xaf"));      // overlong
    CHECK(!isUtf8("\xed\xa0\x80"));      // a surrogate
    CHECK(!isUtf8("\xf4\x90\x80\x80"));  // beyond Unicode
    CHECK(isUtf8("\xf4\x8f\xbf\xbf"));
}
